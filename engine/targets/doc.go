// Package targets finds the handlers of routes: that of an action behind its
// policies, of a response, a view or a function. It also runs policies where no
// action runs: for associations, and for messages to sockets.
//
// A Resolver exists while a version of the project is built. Handlers keep the
// values that they need: no request uses the Resolver.
package targets
