package pool

import (
	"context"
	"fmt"
	"sync/atomic"
	"time"

	"framework/engine/admission"
	"framework/engine/orm"
)

// Pool gives out the connections to a database server: those who find none free wait
// in a queue. It is safe for concurrent use.
type Pool struct {
	datastore string
	timeout   time.Duration
	used      chan struct{} // an element for each connection in use
	waiting   admission.Queue
	answered  atomic.Uint64
}

// New returns a pool of size connections to a kind of database, such as MySQL. The
// wait is bounded by timeout, that of requests that may be refused by queueTime if
// it is positive.
func New(datastore string, size int, timeout, queueTime time.Duration) *Pool {
	p := &Pool{datastore: datastore, timeout: timeout, used: make(chan struct{}, size)}
	p.waiting.SetLimit(queueTime)
	return p
}

// Stats are the numbers of a pool of connections.
type Stats struct {
	Size, Used, Waiting int
	// Answered counts the work that has ended without an error.
	Answered uint64
}

// Stats returns the numbers of now.
func (p *Pool) Stats() Stats {
	return Stats{Size: cap(p.used), Used: len(p.used), Waiting: p.waiting.Len(), Answered: p.answered.Load()}
}

// Ended counts work that was done with a connection, and its error.
func (p *Pool) Ended(err error) {
	if err == nil {
		p.answered.Add(1)
	}
}

// Enter waits until a connection is free; the caller calls leave when it no longer
// uses it. A wait that is too long is an *orm.UnavailableError, around
// admission.ErrOverloaded for requests that are refused.
func (p *Pool) Enter(ctx context.Context) (leave func(), err error) {
	leave = func() { <-p.used }
	select {
	case p.used <- struct{}{}:
		return leave, nil
	default:
	}
	timeout, limited := p.waiting.Join(time.Now())
	defer p.waiting.Leave()
	refused := limited && timeout < p.timeout && !admission.Started(ctx)
	if !refused {
		timeout = p.timeout
	}
	timer := time.NewTimer(timeout)
	defer timer.Stop()
	select {
	case p.used <- struct{}{}:
		return leave, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	case <-timer.C:
	}
	if refused {
		return nil, &orm.UnavailableError{Datastore: p.datastore, Reason: "too many wait for it (setting models.queueTime)", Err: admission.ErrOverloaded}
	}
	return nil, &orm.UnavailableError{Datastore: p.datastore, Reason: fmt.Sprintf("no connection became free within %v (more connections: poolSize; transactions that stay open keep theirs)", p.timeout), Err: context.DeadlineExceeded}
}
