package sqldb

import (
	"strings"

	"zombiezen.com/go/sqlite"

	"framework/engine/orm"
	"framework/engine/value"
)

// uniqueness turns SQLite's refusal of a taken value into *orm.UniqueError.
func uniqueness(t *table, err error, values *value.Map) error {
	if err == nil {
		return nil
	}
	switch sqlite.ErrCode(err) {
	case sqlite.ResultConstraintUnique, sqlite.ResultConstraintPrimaryKey, sqlite.ResultConstraintRowID:
	default:
		return err
	}
	_, list, ok := strings.Cut(err.Error(), "UNIQUE constraint failed: ")
	if !ok {
		return err
	}
	for _, c := range t.columns {
		// The list is "table.column" or several of them.
		if list == t.name+"."+c.stored || strings.HasPrefix(list, t.name+"."+c.stored+", ") {
			v, ok := values.Get(c.name)
			if !ok {
				v = values.Value(c.stored)
			}
			return &orm.UniqueError{Attribute: c.name, Value: v}
		}
	}
	return err
}
