package waterline

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"framework/engine/sequence"
	"framework/jsapi"
)

// DefaultTransactionTimeout is the default time limit of a transaction, counted from
// the start of its function.
const DefaultTransactionTimeout = 10 * time.Second

// scope is one call of transaction or leaseConnection: its function, and everything
// asynchronous that it starts, uses the scope's connection.
type scope struct {
	store    *store
	outer    *scope // the one that this one was opened in, of any datastore
	lease    bool
	limit    time.Duration
	deadline time.Time
	op       *jsapi.Op // set before code can name the scope
	writes   sequence.Line

	mu   sync.Mutex
	over error // why nothing more can be done, nil while it can
}

type scopeKey struct{}

func scopeIn(ctx context.Context) *scope {
	s, _ := ctx.Value(scopeKey{}).(*scope)
	return s
}

// TransactionError is the error of a transaction that took too long, and of work that
// starts after its transaction has ended.
type TransactionError struct {
	Code   string // E_TIMEOUT, E_TRANSACTION_OVER
	Reason string
}

func (e *TransactionError) Error() string { return e.Reason }

func (s *scope) kind() string {
	if s.lease {
		return "leased connection"
	}
	return "transaction"
}

func (s *scope) late() error {
	err := &TransactionError{Code: "E_TIMEOUT"}
	err.Reason = fmt.Sprintf("the %s of the datastore %q was not done within %v", s.kind(), s.store.name, s.limit)
	if !s.lease {
		err.Reason += ", so it was rolled back"
	}
	err.Reason += "; give transaction a higher { timeout: <milliseconds> } if its work takes that long"
	return err
}

// end makes later work in the scope fail.
func (s *scope) end(err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if e, ok := errors.AsType[*TransactionError](err); ok {
		s.over = e
		return
	}
	s.over = &TransactionError{Code: "E_TRANSACTION_OVER", Reason: fmt.Sprintf(
		"a query came after the end of the %s of the datastore %q that it belongs to: await every query inside", s.kind(), s.store.name)}
}

// ended returns the error for work in the scope if it has ended, else nil.
func (s *scope) ended() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.over
}

// enter returns the context for work in the scope, with its deadline; leave releases
// it.
func (s *scope) enter(ctx context.Context) (inside context.Context, leave func(), err error) {
	if err := s.ended(); err != nil {
		return nil, nil, err
	}
	inside, leave = context.WithDeadlineCause(ctx, s.deadline, s.late())
	return inside, leave, nil
}

// of returns the innermost scope of a datastore, starting at s; nil if there is none.
func (s *scope) of(st *store) *scope {
	for ; s != nil; s = s.outer {
		if s.store == st {
			return s
		}
	}
	return nil
}

// contains reports whether ctx belongs to the scope or to one inside it.
func (s *scope) contains(ctx context.Context) bool {
	for in := scopeIn(ctx); in != nil; in = in.outer {
		if in == s {
			return true
		}
	}
	return false
}

// inScope makes work run in the scope given to usingConnection, or in the current
// scope of the datastore, if any.
func inScope(st *store, using *scope, work worker) worker {
	return func(ctx context.Context) (any, error) {
		if using != nil && !using.contains(ctx) {
			ctx = using.op.Context()
		}
		s := scopeIn(ctx).of(st)
		if s == nil {
			return work(ctx)
		}
		inside, leave, err := s.enter(ctx)
		if err != nil {
			return nil, err
		}
		defer leave()
		v, err := work(inside)
		if err != nil && ctx.Err() == nil && inside.Err() != nil {
			err = context.Cause(inside)
		}
		return v, err
	}
}
