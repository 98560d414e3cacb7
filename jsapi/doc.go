// Package jsapi is one JavaScript realm of a project: the goja VM, the event
// loop that alone may touch it, its errors with their places in the project,
// and the conversion of values both ways.
//
// Sub-packages fill the realm: modules (require), node (core modules), shim
// (req and res), waterline (models), project (api/ and config/). Nothing
// outside of jsapi/... imports goja.
package jsapi
