package orm

import (
	"fmt"
	"strings"

	"framework/engine/value"
)

// Error messages of modern models about the clauses of criteria other than
// where.

func badCriteria(clause, format string, args ...any) error {
	return &UsageError{Code: InvalidCriteria, Clause: clause, Reason: fmt.Sprintf(format, args...)}
}

// notObject is the error for criteria that are no object.
func notObject(v any) error {
	return badCriteria("where", "The provided criteria is invalid.  Should be a dictionary (plain JavaScript object), but instead got: %s", shown(v))
}

func unknownClause(name string) error {
	return badCriteria(name, "The provided criteria contains an unrecognized property: %s\n* * *\nIn previous versions of Sails/Waterline, this criteria _may_ have worked, since keywords like `limit` were allowed to sit alongside attribute names that are really supposed to be wrapped inside of the `where` clause.  But starting in Sails v1.0/Waterline 0.13, if a `limit`, `skip`, `sort`, etc is defined, then any <attribute name> vs. <constraint> pairs should be explicitly contained inside the `where` clause.\n* * *", shown(name))
}

// notNatural is the error for an invalid limit or skip.
func notNatural(clause string, v any) error {
	wanted := "a safe, natural number"
	if clause == "skip" {
		wanted = "either zero (0), or a safe, natural number (e.g. 4)"
	}
	return badCriteria(clause, "The `%s` clause in the provided criteria is invalid.  If provided, it should be %s.  But instead, got: %s", clause, wanted, shown(v))
}

func badSort(format string, args ...any) error {
	return badCriteria("sort", "Could not use the provided `sort` clause: %s", fmt.Sprintf(format, args...))
}

func notSort(v any) error {
	hint := "But instead, got: "
	if _, isMap := v.(*value.Map); isMap {
		hint = "But it looks like you might need to wrap this in an array, because instead, got: "
	}
	return badSort("The `sort` clause in the provided criteria is invalid.  If specified, it should be either a string like `'fullName DESC'`, or an array like `[ { fullName: 'DESC' } ]`.  %s%s", hint, shown(v))
}

func mixedSort(v any) error {
	return badSort("The `sort` clause in the provided criteria is invalid.  If specified as a dictionary, it should use Mongo-esque semantics, using -1 and 1 for the sort direction  (something like `{ fullName: -1, rank: 1 }`).  But instead, got: %s", shown(v))
}

func notSortText(v string) error {
	return badSort("Invalid `sort` clause in criteria. If specifying a string, it should look like e.g. `'emailAddress ASC'`, where the attribute name (\"emailAddress\") is separated from the sort direction (\"ASC\" or \"DESC\") by whitespace.  But instead, got: %s", shown(v))
}

// badOrder is the error for an invalid sort key.
func badOrder(format string, args ...any) error {
	return badSort("The `sort` clause in the provided criteria is invalid, because, although it is an array, one of its items (aka comparator directives) %s", fmt.Sprintf(format, args...))
}

func orderMembers(o *value.Map) error {
	const exactly = "Comparator directives are supposed to have _exactly one_ key (e.g. so that they look something like `{ fullName: 'DESC' }`."
	if o.Len() == 0 {
		return badOrder("is `{}`, an empty dictionary (aka plain JavaScript object).  But comparator%s", strings.TrimPrefix(exactly, "Comparator"))
	}
	return badOrder("is a dictionary (aka plain JavaScript object) with %d keys...  But, that's too many keys.  %s  But instead, this one is: %s", o.Len(), exactly, shown(o))
}

func notOrder(v any) error {
	return badOrder("has an unexpected data type.  Expected every comparator directive to be a dictionary like `{ fullName: 'DESC' }`.  But instead, this one is: %s", shown(v))
}

func badDirection(name string, v any) error {
	text, ok := v.(string)
	switch _, isMap := v.(*value.Map); {
	case ok:
		text = strings.ToUpper(text)
	case isMap:
		text = "[object Object]"
	default:
		text = shown(v)
	}
	return badOrder("is problematic.  It indicates that we should sort by `%s`, which is fine.  But then it suggests that Waterline should use `%s` as the sort direction. (Should always be either \"ASC\" or \"DESC\".)", name, text)
}

func (m *Model) notSortable(name string) error {
	a := m.byName[name]
	switch {
	case a != nil:
		return badSort("Cannot sort by `%s` because it corresponds with an \"unsortable\" attribute definition for this model (`%s`).  This attribute is a plural (`collection`) association, so sorting by it is not supported.", name, m.Identity)
	case strings.Contains(name, "."):
		return badSort("Cannot use dot notation as the target for a `sort` comparator %s", deepTargets)
	case !m.Schema:
		return badOrder("is problematic.  It indicates that we should sort by `%s`-- but that is not a valid name for an attribute in Waterline.", name)
	}
	return badOrder("is problematic.  It indicates that we should sort by `%s`-- but that is not a recognized attribute for this model (`%s`).  Since the model declares `schema: true`, this is not allowed.", name, m.Identity)
}

// notSelected is the error for an invalid select or omit.
func notSelected(clause string, v any) error {
	return badCriteria(clause, "The `%s` clause in the provided criteria is invalid.  If provided, it should be an array of strings.  But instead, got: %s", clause, shown(v))
}

func notSelectedName(clause string, v any) error {
	return badCriteria(clause, "The `%s` clause in the provided criteria is invalid.  If provided, it should be an array of strings (attribute names to %s.  But one of the items is not a string: %s", clause, clause, shown(v))
}

func (m *Model) notSelectable(clause, name string) error {
	if m.byName[name] != nil {
		return badCriteria(clause, "The `%s` clause in the provided criteria contains an item (`%s`) which is actually the name of a plural (\"collection\") association for this model (`%s`).  But you cannot explicitly select plural association because they're virtual attributes (use `.populate()` instead.)", clause, name, m.Identity)
	}
	return badCriteria(clause, "The `%s` clause in the provided criteria contains an item (`%s`) which is not a recognized attribute in this model (`%s`).", clause, name, m.Identity)
}

// unselectable is the error for select and omit in a model without a schema.
func (m *Model) unselectable(clause string) error {
	if clause == "omit" {
		return badCriteria(clause, "Cannot use `omit`, because the referenced model (`%s`) does not declare itself `schema: true`.", m.Identity)
	}
	return badCriteria(clause, "The provided criteria contains a custom `select` clause, but since this model (`%s`) is `schema: false`, this cannot be relied upon... yet.  In the mean time, if you'd like to use a custom `select`, configure this model to `schema: true`. Or, better yet, since this is usually an app-wide setting,configure all of your models to have `schema: true` -- e.g. in `config/models.js`.  (Note that this WILL be supported in a future, minor version release of Sails/Waterline.  Want to lend a hand?  http://sailsjs.com/contribute)", m.Identity)
}

func omittedKey(name string) error {
	return badCriteria("omit", "The `omit` clause in the provided criteria explicitly attempts to omit the primary key (`%s`).  But in the current version of Waterline, this is not possible.", name)
}

func selectAndOmit() error {
	return badCriteria("omit", "Cannot specify both `omit` AND `select`.  Please use one or the other.")
}

// NotOfMethod is the error for a clause that a method does not support.
func NotOfMethod(clause, method string) error {
	if clause == "select" || clause == "omit" {
		return badCriteria(clause, "Cannot use `select`/`omit` with this method (`%s`).", method)
	}
	return badCriteria(clause, "Cannot use `limit`, `skip`, or `sort` with this method (`%s`).", method)
}

// TooBroad is the error for criteria for all records in a method for one record.
func TooBroad(method string) error {
	hint := ""
	if method == "findOne" {
		hint = "  (If you want to work around this, use `.find().limit(1)`.)"
	}
	return badCriteria("where", "Cannot `%s()` without specifying a more specific `where` clause (the provided `where` clause, `{}`, is too broad).%s", method, hint)
}

// NoCriteria is the error for missing criteria in a method that changes records.
func NoCriteria(method string) error {
	return badCriteria("where", "Cannot use this method (`%s`) with a criteria of `undefined`.  (This is just a simple failsafe to help protect your data: if you really want to %s ALL records, no problem-- please just be explicit and provide a criteria of `{}`.)", method, method)
}
