// Package web is what all HTTP requests need: it reads a request with its body
// and cookies into an exchange, writes the answer, and serves static files.
package web
