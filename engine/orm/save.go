package orm

import (
	"context"
	"fmt"

	"framework/engine/value"
)

// Change is one queued change of a record's collection, for Save.
type Change struct {
	Alias  string
	Remove bool
	// Child is a key or, to be created, an *value.Map.
	Child any
}

// SaveError is a change of a collection that save could not make; nothing of
// the save has happened.
type SaveError struct {
	Change Change
	// Target is the identity of the collection's model.
	Target string
	// Through says that members are held by a join table.
	Through bool
	Err     error
}

func (e *SaveError) Error() string { return e.Err.Error() }
func (e *SaveError) Unwrap() error { return e.Err }

// Kind says what was tried, as Sails calls it: remove, insert for a new
// member or link, update for a member that changes its parent.
func (e *SaveError) Kind() string {
	_, object := e.Change.Child.(*value.Map)
	switch {
	case e.Change.Remove:
		return "remove"
	case object || e.Through:
		return "insert"
	}
	return "update"
}

// Save writes all attributes of r and then its collection changes, adds before
// removes, as record.save() does, and refreshes r in place. All of it happens,
// or nothing.
func (m *Model) Save(ctx context.Context, r *Record, changes []Change) error {
	values := value.New(r.Len())
	for k, v := range r.All() {
		if a := m.byName[k]; a != nil && !a.Stored {
			continue
		}
		values.Set(k, v)
	}
	id := r.ID()
	return m.Transact(ctx, func(ctx context.Context) error {
		updated, err := m.Update(ctx, m.byKeys(id), values)
		if err != nil {
			return err
		}
		if len(updated) == 0 {
			return fmt.Errorf("saving a record of %s: there is none with the key %v", m.GlobalID, id)
		}
		for _, removing := range []bool{false, true} {
			for _, c := range changes {
				if c.Remove != removing {
					continue
				}
				a := m.Association(c.Alias)
				if a == nil || !a.Collection {
					return &UsageError{Reason: fmt.Sprintf("%s has no collection %q", m.GlobalID, c.Alias)}
				}
				if removing {
					err = m.remove(ctx, id, a, c.Child)
				} else {
					err = m.add(ctx, id, a, c.Child)
				}
				if err != nil {
					return &SaveError{Change: c, Target: a.Target, Through: a.Through != "", Err: err}
				}
			}
		}
		m.refresh(r, updated[0])
		return nil
	})
}

// refresh gives r the stored values; populated associations stay.
func (m *Model) refresh(r, stored *Record) {
	for k, v := range stored.All() {
		if a := m.byName[k]; a != nil && a.Assoc != nil {
			if _, populated := r.Value(k).(*Record); populated {
				continue
			}
		}
		r.Set(k, v)
	}
}
