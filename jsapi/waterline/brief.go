package waterline

import (
	"context"
	"time"

	"framework/engine/orm"
	"framework/jsapi"
)

// Reads of an embedded store take less time than the way to another goroutine and back,
// so they run on the loop, as they do in Node with a driver that does not wait. What is
// not done within the budget begins again beside the loop.
const (
	readBudget = time.Millisecond
	// readsBeside is how many reads of a model run beside the loop after one that was
	// not done within the budget.
	readsBeside = 64
)

// brief remembers which models have reads that take long. The loop uses it.
type brief struct{ beside int }

// readsBriefly reports whether the next read of the model is tried on the loop. Those of
// transactions wait for each other.
func (c *Class) readsBriefly() bool {
	if !c.model.ReadsBriefly() || scopeIn(c.bridge.realm.Context()).of(c.store) != nil {
		return false
	}
	if c.brief.beside > 0 {
		c.brief.beside--
		return false
	}
	return true
}

// runBriefly runs a read on the loop; false if it has to run beside it.
func (c *Class) runBriefly(work worker, done func(*jsapi.Realm, any, error)) bool {
	if c.bridge.realm.TryBrief(func(ctx context.Context) (any, error) {
		return work(orm.WithBudget(ctx, readBudget))
	}, orm.ErrNotBrief, done) {
		return true
	}
	c.brief.beside = readsBeside
	return false
}

// readsOneTable reports whether the method reads, unless it populates, one table and does
// nothing else: it calls no code of the project.
func (in *invocation) readsOneTable() bool {
	switch in.method {
	case "find", "findOne", "count":
		return true
	}
	return false
}
