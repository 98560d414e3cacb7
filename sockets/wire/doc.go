// Package wire is one WebSocket connection of a server: it reads messages, and
// writes frames that were encoded beforehand through a queue of limited bytes,
// all that is queued in one write.
//
// A frame is bytes: a message to many connections is encoded once, and each
// connection gets the same bytes. A connection that sends nothing costs no
// goroutine for it: a few goroutines, which there are while there is something
// to write, write for all; a connection whose peer does not read fast enough
// gets one of its own, until its queue is empty. Whoever reads waits on the
// smallest stack there is, see Idle.
package wire
