// Package router holds the basic types of a request: the exchange that every
// transport creates, the handlers that serve it, and the ordered table of
// bindings that selects them.
//
// It does not depend on HTTP servers, sockets or JavaScript, and imports only
// package value of this module.
package router
