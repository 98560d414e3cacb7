// Package jsapi is one JavaScript realm of a project: the goja VM, the event
// loop, which is the only goroutine that uses the VM, errors with their positions
// in the project, and the conversion of values between Go and JavaScript.
//
// Sub-packages add to the realm: modules (require), node (core modules), shim
// (req and res), waterline (models), app (api/ and config/). Nothing outside of
// jsapi/... imports goja.
package jsapi
