package wire_test

import (
	"errors"
	"testing"
	"time"

	"framework/sockets/wire"
)

// A client that does not read costs no more than its queue, apart from the
// system's own buffers.
func TestQueueIsBounded(t *testing.T) {
	const limit, most = 64 << 10, 32 << 20
	o := limits
	o.QueueBytes, o.WriteTimeout = limit, time.Minute
	_, c := pair(t, o)
	frame := wire.Binary(make([]byte, 16<<10))
	full := 0
	for sent := 0; full < 100; sent += len(frame) {
		switch err := c.Send(frame); {
		case errors.Is(err, wire.ErrFull):
			full++
			sent -= len(frame)
		case err != nil:
			t.Fatal(err)
		}
		if sent > most {
			t.Fatalf("%d bytes were taken of a peer that reads none, with a queue of %d", sent, limit)
		}
	}
}
