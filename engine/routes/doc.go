// Package routes reads config/routes.js: it turns each address and target into
// bindings, and reports which entries it has ignored and why.
package routes
