// Package response holds the built-in responses of a project (ok, created,
// badRequest, forbidden, notFound, serverError, negotiate) and the rules that
// turn data into status, content type and body.
package response
