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

// wrap adds the operation and the table to an error, as an error of the ORM: a value
// that does not fit is an *orm.UsageError, a server that does not answer an
// *orm.UnavailableError. Errors that are clear by themselves are not changed.
func (db *DB) wrap(operation string, t *table, err error) error {
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
	switch f := db.driver.failure(err); f.kind {
	case badData:
		return &orm.UsageError{Reason: where + ": " + f.reason}
	case unavailable, severed:
		return &orm.UnavailableError{Datastore: db.driver.dialect().Name, Reason: where + ": " + f.reason, Err: err}
	}
	if f := db.driver.failure(err); f.kind == noTable {
		return &orm.MissingTableError{Err: fmt.Errorf("%s: %w", where, err)}
	}
	return fmt.Errorf("%s: %w", where, err)
}

// unopened returns the error of a failed connection, with the reason only: the text of
// the driver may contain the password.
func unopened(d interface {
	dialect() *dialect
	failure(err error) failure
}, err error,
) error {
	switch f := d.failure(err); f.kind {
	case unavailable, severed:
		return &orm.UnavailableError{Datastore: d.dialect().Name, Reason: f.reason}
	default:
		return errors.New(f.reason)
	}
}

// uniqueness turns the violation of a unique index into *orm.UniqueError.
func (db *DB) uniqueness(t *table, err error, rows ...*value.Map) error {
	if err == nil {
		return nil
	}
	f := db.driver.failure(err)
	if f.kind != taken {
		return err
	}
	columns := t.Indexes[f.index]
	if len(columns) == 0 {
		columns = f.columns
	}
	var c *column
	for _, name := range columns {
		i := slices.IndexFunc(t.Columns, func(c *column) bool { return strings.EqualFold(c.Stored, name) })
		if i >= 0 {
			c = t.Columns[i]
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
		if v != nil && strings.Contains(f.reason, textOf(c, v)) {
			e.Value = v
			break
		}
	}
	return e
}

func valueOf(row *value.Map, c *column) any {
	if v, ok := row.Get(c.Name); ok {
		return v
	}
	return row.Value(c.Stored)
}
