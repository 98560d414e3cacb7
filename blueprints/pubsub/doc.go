// Package pubsub is resourceful pub/sub: which sockets hear what happens to the
// records of a project, and in which words.
package pubsub
