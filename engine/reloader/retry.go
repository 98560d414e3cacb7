package reloader

import (
	"errors"
	"net"
	"net/http"
	"time"

	"framework/engine/orm"
	"framework/router"
)

// The waits between attempts to load a version that needs a server which is
// away: each is twice as long as the one before.
const (
	firstRetry = time.Second
	lastRetry  = 10 * time.Second
)

// nextRetry is the wait before the attempt that follows a build that failed with
// err, wait the one before it; 0 when there is no other attempt.
func nextRetry(wait time.Duration, err error) time.Duration {
	if !temporary(err) {
		return 0
	}
	return min(max(2*wait, firstRetry), lastRetry)
}

// temporary reports whether a build failed because something outside of the
// project was away: nothing of the project will change when that is back.
func temporary(err error) bool {
	if _, away := errors.AsType[*orm.UnavailableError](err); away {
		return true
	}
	if e, ok := errors.AsType[*router.Error](err); ok && e.Status == http.StatusServiceUnavailable {
		return true
	}
	_, network := errors.AsType[net.Error](err)
	return network
}
