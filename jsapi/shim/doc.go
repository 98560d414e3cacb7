// Package shim makes req and res for JavaScript: the prototypes are built once per
// realm, each request adds a small native object. It also makes the handlers that
// run actions, policies and responses written in JavaScript.
package shim
