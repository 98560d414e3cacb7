// Package router holds the leaf contracts of a request: the exchange that any
// transport makes, the handlers that serve it, and the ordered table of
// bindings that decides which handlers see it.
//
// It knows neither HTTP servers nor sockets nor JavaScript, and imports
// nothing of this module but package ordered.
package router
