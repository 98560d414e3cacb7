// Package targets finds what routes lead to: the handler of an action behind its
// policies, of a response, a view or a function. It also asks these policies where
// no action runs: about associations, and about messages to sockets.
//
// A Resolver is there while a version of the project is built. Handlers keep what
// they need of it: no request reaches the Resolver.
package targets
