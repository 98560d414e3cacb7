package snapshot

import (
	"fmt"
	"time"
)

// refusalInterval is the time between two entries about requests that were refused.
const refusalInterval = 10 * time.Second

// Admit reports whether a request is to be begun that has waited so long by now until
// the server read it, with the limit of the version that is served.
func (h *Host) Admit(now time.Time, waited time.Duration) bool {
	s := h.Current()
	return s == nil || h.arrivals.Admit(now, waited, s.Settings.ArrivalTime)
}

// TurnAway notes that a request was refused for lack of time.
func (h *Host) TurnAway(method, path string, why error) {
	if n := h.refusals.Count(time.Now()); n > 0 {
		h.log.Warn(fmt.Sprintf("overloaded: %d requests were turned away with 503 since the last line like this", n),
			"last", method+" "+path, "why", why)
	}
}
