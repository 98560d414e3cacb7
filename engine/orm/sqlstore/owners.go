package sqlstore

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// Owners divides tables into those that their models make, and those of join models whose
// table a model of the project has declared, to read the links or to add values to them.
// In all other cases two models cannot have one table. fold says that names which differ
// in case only are equal.
func Owners(tables []*Table, fold bool) (owned, shared []*Table, err error) {
	name := func(s string) string {
		if fold {
			return strings.ToLower(s)
		}
		return s
	}
	type key struct{ schema, name string }
	of := make(map[key]*Table, len(tables))
	for _, declared := range []bool{true, false} {
		for _, t := range tables {
			if t.Model.Junction != declared {
				id := key{t.Schema, name(t.Name)}
				if of[id] == nil {
					of[id] = t
				}
			}
		}
	}
	var errs []error
	for _, t := range tables {
		switch other := of[key{t.Schema, name(t.Name)}]; {
		case other == t:
			owned = append(owned, t)
		case t.Model.Junction && !other.Model.Junction && other.covers(t, name):
			shared = append(shared, t)
		default:
			errs = append(errs, t.Model.Fault("", fmt.Sprintf("the table %q belongs to the model %s", t.Name, other.Model.Identity), "set tableName"))
		}
	}
	return owned, shared, errors.Join(errs...)
}

// covers reports whether t has all columns of another table.
func (t *Table) covers(other *Table, name func(string) string) bool {
	for _, c := range other.Columns {
		if !slices.ContainsFunc(t.Columns, func(own *Column) bool { return name(own.Stored) == name(c.Stored) }) {
			return false
		}
	}
	return true
}
