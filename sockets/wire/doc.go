// Package wire is one WebSocket connection of a server: it reads messages, and
// writes frames that were encoded beforehand through a queue of limited bytes,
// all that is queued in one write.
//
// A frame is bytes: whoever sends the same message to many connections encodes
// it once and hands the same bytes to each. A connection that sends nothing
// costs no goroutine; the writer is started by the first frame of an empty
// queue and ends with the last.
package wire
