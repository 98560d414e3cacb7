package jsapi

import "time"

// Meter counts what loops do. It is safe for concurrent use: several isolates may have
// the same.
type Meter interface {
	// Turn is called after each turn.
	Turn(took time.Duration)
	// Interrupted is called after a turn that was interrupted for its time or its memory.
	Interrupted(memory bool)
	// Waited is called for each request that gets its first turn.
	Waited(d time.Duration)
}

// metered holds a Meter, for an atomic pointer.
type metered struct{ Meter }

// SetMeter has the loop counted from now on; nil counts nothing.
func (i *Isolate) SetMeter(m Meter) {
	if m == nil {
		i.meter.Store(nil)
		return
	}
	i.meter.Store(&metered{m})
}
