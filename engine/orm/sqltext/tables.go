package sqltext

import (
	"maps"
	"sync"
	"sync/atomic"

	"framework/engine/orm"
)

// Tables are the compiled forms of the models that a store knows. Models of a
// project that was loaded before stay until they are forgotten. The zero value
// is ready for use, by any number of goroutines.
type Tables[T any] struct {
	known  atomic.Pointer[map[*orm.Model]*T]
	change sync.Mutex
}

// Of returns the compiled form of m, nil when the store does not know it.
func (t *Tables[T]) Of(m *orm.Model) *T {
	if known := t.known.Load(); known != nil {
		return (*known)[m]
	}
	return nil
}

// Learn adds compiled models; model returns the model of one.
func (t *Tables[T]) Learn(compiled []*T, model func(compiled *T) *orm.Model) {
	t.replace(func(known map[*orm.Model]*T) {
		for _, c := range compiled {
			known[model(c)] = c
		}
	})
}

// Forget drops models.
func (t *Tables[T]) Forget(models []*orm.Model) {
	t.replace(func(known map[*orm.Model]*T) {
		for _, m := range models {
			delete(known, m)
		}
	})
}

// replace changes a copy, since readers do not wait.
func (t *Tables[T]) replace(change func(known map[*orm.Model]*T)) {
	t.change.Lock()
	defer t.change.Unlock()
	next := map[*orm.Model]*T{}
	if known := t.known.Load(); known != nil {
		maps.Copy(next, *known)
	}
	change(next)
	t.known.Store(&next)
}
