package reloader

import (
	"errors"
	"net"
	"net/http"
	"time"

	"framework/engine/orm"
	"framework/router"
)

// The waits between attempts to load a version that needs an unavailable
// server: each is twice as long as the one before.
const (
	firstRetry = time.Second
	lastRetry  = 10 * time.Second
)

// nextRetry is the wait before the next attempt after a build that failed with
// err; wait is the previous one. 0 means no other attempt.
func nextRetry(wait time.Duration, err error) time.Duration {
	if !temporary(err) {
		return 0
	}
	return min(max(2*wait, firstRetry), lastRetry)
}

// temporary reports whether a build failed because a service was unavailable:
// no file of the project will change when it is back.
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
