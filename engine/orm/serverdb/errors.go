package serverdb

import (
	"errors"

	"framework/engine/orm"
	"framework/engine/orm/sqlstore"
)

// unopened returns the error of a failed connection, with the reason only: the text of
// the driver may contain the password.
func unopened(d interface {
	dialect() *dialect
	failure(err error) sqlstore.Failure
}, err error,
) error {
	switch f := d.failure(err); f.Kind {
	case sqlstore.Unavailable, sqlstore.Severed:
		return &orm.UnavailableError{Datastore: d.dialect().Name, Reason: f.Reason}
	default:
		return errors.New(f.Reason)
	}
}
