package snapshot

import (
	"fmt"
	"time"
)

// refusalInterval is the time between two entries about requests that were refused.
const refusalInterval = 10 * time.Second

// TurnAway notes that a request was refused for lack of time.
func (h *Host) TurnAway(method, path string, why error) {
	if n := h.refusals.Count(time.Now()); n > 0 {
		h.log.Warn(fmt.Sprintf("overloaded: %d requests were turned away with 503 since the last line like this", n),
			"last", method+" "+path, "why", why)
	}
}
