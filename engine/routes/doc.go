// Package routes reads config/routes.js: it turns each address and target into
// the bindings it stands for, and says which entries it had to ignore and why.
package routes
