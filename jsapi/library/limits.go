package library

import (
	"golang.org/x/sync/semaphore"

	"framework/jsapi/library/picture"
)

// Limits bounds what the replacements of native packages compute at once: all versions and workers of
// a server have the same ones.
type Limits struct {
	argon2   *semaphore.Weighted // in KiB: keeps many logins at once from taking all memory
	pictures *picture.Workers
}

// NewLimits returns the limits of one server.
func NewLimits() *Limits {
	return &Limits{argon2: semaphore.NewWeighted(argon2Memory), pictures: picture.NewWorkers()}
}
