package engine

import (
	"errors"
	"net"
	"net/http"
	"time"

	"framework/engine/orm"
	"framework/router"
)

// The waits between attempts to load a version that needs a server which is
// away.
const (
	firstRetry = time.Second
	lastRetry  = 10 * time.Second
)

// retry has a build that failed for something outside of the project made again:
// nothing of the project will change when that is back.
type retry struct {
	timer *time.Timer
	wait  time.Duration // before the next attempt, 0 when the last build said nothing of the kind
}

// due tells when it is time for another attempt; nil when it never is.
func (r *retry) due() <-chan time.Time {
	if r.timer == nil {
		return nil
	}
	return r.timer.C
}

// stop gives up the attempt that is due: a build begins.
func (r *retry) stop() {
	if r.timer != nil {
		r.timer.Stop()
		r.timer = nil
	}
}

// after looks at what came of a build.
func (r *retry) after(err error) {
	r.stop()
	if !passes(err) {
		r.wait = 0
		return
	}
	r.wait = min(max(2*r.wait, firstRetry), lastRetry)
	r.timer = time.NewTimer(r.wait)
}

// passes reports whether a build failed because something was away that may be
// back the next time.
func passes(err error) bool {
	if _, away := errors.AsType[*orm.UnavailableError](err); away {
		return true
	}
	if e, ok := errors.AsType[*router.Error](err); ok && e.Status == http.StatusServiceUnavailable {
		return true
	}
	_, network := errors.AsType[net.Error](err)
	return network
}
