package sqlstore

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"framework/engine/orm"
	"framework/engine/value"
)

// Wrap adds the operation and the table to an error, as an error of the ORM: a value
// that does not fit is an *orm.UsageError, a server that does not answer, or that has
// rolled a transaction back, an *orm.UnavailableError. Errors that are clear by themselves are not changed. t may be nil.
func (db *Store) Wrap(operation string, t *Table, err error) error {
	if err == nil {
		return nil
	}
	var usage *orm.UsageError
	var unique *orm.UniqueError
	var gone *orm.UnavailableError
	if errors.As(err, &usage) || errors.As(err, &unique) || errors.As(err, &gone) || errors.Is(err, context.Canceled) {
		return err
	}
	where := operation
	if t != nil {
		where += " in table " + t.Name
	}
	switch f := db.engine.Failure(t, err); f.Kind {
	case BadData:
		return &orm.UsageError{Reason: where + ": " + f.Reason}
	case Unavailable, Severed:
		return &orm.UnavailableError{Datastore: db.name, Reason: where + ": " + f.Reason, Err: err}
	case Conflict:
		return &orm.UnavailableError{Datastore: db.name, Reason: where + ": " + f.Reason, RolledBack: true, Err: err}
	case NoTable:
		return &orm.MissingTableError{Err: fmt.Errorf("%s: %w", where, err)}
	}
	return fmt.Errorf("%s: %w", where, err)
}

// uniqueness turns the violation of a unique index into *orm.UniqueError.
func (db *Store) uniqueness(t *Table, err error, rows ...*value.Map) error {
	if err == nil {
		return nil
	}
	f := db.engine.Failure(t, err)
	if f.Kind != Taken {
		return err
	}
	columns := t.Indexes[f.Index]
	if len(columns) == 0 {
		columns = f.Columns
	}
	var c *Column
	for _, name := range columns {
		if c = t.Column(name); c != nil {
			break
		}
	}
	if c == nil {
		return err
	}
	e := &orm.UniqueError{Attribute: c.Name}
	if len(rows) == 1 {
		e.Value = valueOf(rows[0], c)
		return e
	}
	// One of many rows: the one whose value is in the message of the server.
	for _, row := range rows {
		v := valueOf(row, c)
		if v != nil && strings.Contains(f.Reason, TextOf(v)) {
			e.Value = v
			break
		}
	}
	return e
}

func valueOf(row *value.Map, c *Column) any {
	if v, ok := row.Get(c.Name); ok {
		return v
	}
	return row.Value(c.Stored)
}
