// Package documents holds what the program writes about a project (declarations, an OpenAPI
// document, a typed client) against compilers, validators and browsers. It has tests alone.
package documents
