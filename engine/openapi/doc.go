// Package openapi describes the HTTP interface of a project as an OpenAPI 3.1 document: its
// routes with their parameters, bodies and answers.
package openapi
