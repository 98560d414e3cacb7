// Package pubsub is pub/sub as JavaScript sees it: sails.sockets, the methods
// that every model has, and the calls of functions by which a model overrides
// them.
package pubsub
