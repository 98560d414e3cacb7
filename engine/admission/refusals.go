package admission

import (
	"fmt"
	"log/slog"
	"sync/atomic"
	"time"

	"framework/engine/logging"
)

// refusalInterval is the shortest time between two entries of the log.
const refusalInterval = 10 * time.Second

// Refusals counts the requests that were refused, and logs their number at most once
// in each interval. It is safe for concurrent use.
type Refusals struct {
	log      *slog.Logger
	now      func() time.Time
	throttle logging.Throttle
	count    atomic.Uint64
}

// Count is how many were refused so far.
func (r *Refusals) Count() uint64 { return r.count.Load() }

// NewRefusals writes to log; now returns the current time.
func NewRefusals(log *slog.Logger, now func() time.Time) *Refusals {
	return &Refusals{log: log, now: now, throttle: logging.Throttle{Every: refusalInterval}}
}

// Note counts a request that was refused.
func (r *Refusals) Note(method, path string, why error) {
	r.count.Add(1)
	if n := r.throttle.Count(r.now()); n > 0 {
		r.log.Warn(fmt.Sprintf("overloaded: %d requests were turned away with 503 since the last line like this", n),
			"last", method+" "+path, "why", why)
	}
}
