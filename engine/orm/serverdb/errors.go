package serverdb

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"framework/engine/orm"
	"framework/engine/value"
)

// told says what failed where, in the ORM's words: values that do not fit are
// *orm.UsageError, a server that does not answer is *orm.UnavailableError.
// Errors that speak for themselves stay as they are.
func (db *DB) told(operation string, t *table, err error) error {
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
		where += " in table " + t.name
	}
	switch f := db.driver.failure(err); f.kind {
	case badData:
		return &orm.UsageError{Reason: where + ": " + f.reason}
	case unavailable, severed:
		return &orm.UnavailableError{Datastore: db.driver.dialect().name, Reason: where + ": " + f.reason, Err: err}
	}
	if f := db.driver.failure(err); f.kind == noTable {
		return &orm.MissingTableError{Err: fmt.Errorf("%s: %w", where, err)}
	}
	return fmt.Errorf("%s: %w", where, err)
}

// unopened is why a server cannot be connected to. What the driver says beyond
// its reason may hold the password.
func unopened(d interface {
	dialect() *dialect
	failure(err error) failure
}, err error,
) error {
	switch f := d.failure(err); f.kind {
	case unavailable, severed:
		return &orm.UnavailableError{Datastore: d.dialect().name, Reason: f.reason}
	default:
		return errors.New(f.reason)
	}
}

// uniqueness turns the refusal of a taken value into *orm.UniqueError.
func (db *DB) uniqueness(t *table, err error, rows ...*value.Map) error {
	if err == nil {
		return nil
	}
	f := db.driver.failure(err)
	if f.kind != taken {
		return err
	}
	columns := t.indexes[f.index]
	if len(columns) == 0 {
		columns = f.columns
	}
	var c *column
	for _, name := range columns {
		i := slices.IndexFunc(t.columns, func(c *column) bool { return strings.EqualFold(c.stored, name) })
		if i >= 0 {
			c = t.columns[i]
			break
		}
	}
	if c == nil {
		return err
	}
	e := &orm.UniqueError{Attribute: c.name}
	if len(rows) == 1 {
		e.Value = valueOf(rows[0], c)
		return e
	}
	// One of many: the one whose value the server names, else the first that
	// another of them has as well.
	for _, row := range rows {
		v := valueOf(row, c)
		if v != nil && strings.Contains(f.reason, c.textOf(v)) {
			e.Value = v
			break
		}
	}
	return e
}

func valueOf(row *value.Map, c *column) any {
	if v, ok := row.Get(c.name); ok {
		return v
	}
	return row.Value(c.stored)
}
