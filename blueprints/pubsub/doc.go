// Package pubsub is resourceful pub/sub: it decides which sockets get messages
// about the records of a project, and what is in these messages.
package pubsub
