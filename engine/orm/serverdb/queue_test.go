package serverdb_test

import (
	"testing"
	"time"

	"framework/engine/orm/ormtest"
)

// TestCountsAnswers on both servers.
func TestCountsAnswers(t *testing.T) {
	onServers(t, func(t *testing.T, p *place) {
		m := account()
		ormtest.CountsAnswers(t, p.db(t, m), m, "name")
	})
}

// TestRequestsWaitNoLongerThanTheyMay for the only connection.
func TestRequestsWaitNoLongerThanTheyMay(t *testing.T) {
	onServers(t, func(t *testing.T, p *place) {
		p.opts.PoolSize, p.opts.QueueTime = 1, time.Millisecond
		m := account()
		ormtest.RequestsWait(t, p.db(t, m), m, "name", ormtest.Waits{Reads: true, Transactions: true})
	})
}
