// Package pubsub is pub/sub as JavaScript sees it: sails.sockets, the methods
// that every model has, and the calls of what a model defines in their place.
package pubsub
