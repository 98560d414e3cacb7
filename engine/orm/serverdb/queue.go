package serverdb

import (
	"context"
	"fmt"
	"time"

	"framework/engine/admission"
	"framework/engine/orm"
)

// enter waits until a connection of the pool is free; the caller calls leave when it
// no longer uses it. Requests that have not started are refused when the
// wait is too long.
func (db *DB) enter(ctx context.Context) (leave func(), err error) {
	leave = func() { <-db.used }
	select {
	case db.used <- struct{}{}:
		return leave, nil
	default:
	}
	timeout, limited := db.waiting.Join(time.Now())
	defer db.waiting.Leave()
	late := func() error {
		return db.unavailable(fmt.Sprintf("no connection became free within %v", db.opts.QueryTimeout), context.DeadlineExceeded)
	}
	if !limited || timeout >= db.opts.QueryTimeout || admission.Started(ctx) {
		timeout = db.opts.QueryTimeout
	} else {
		late = func() error {
			return db.unavailable("too many wait for it (setting models.queueTime)", admission.ErrOverloaded)
		}
	}
	timer := time.NewTimer(timeout)
	defer timer.Stop()
	select {
	case db.used <- struct{}{}:
		return leave, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	case <-timer.C:
		return nil, late()
	}
}

func (db *DB) unavailable(reason string, err error) error {
	return &orm.UnavailableError{Datastore: db.driver.dialect().name, Reason: reason, Err: err}
}
