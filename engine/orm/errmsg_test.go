package orm_test

import (
	"errors"
	"math"
	"strings"
	"testing"

	"framework/engine/orm"
	"framework/engine/value"
)

// TestModernWords looks at a message of every kind; the recordings of 1.x have
// them all.
func TestModernWords(t *testing.T) {
	m := modernPets(t, true)
	create := func(name string, v any) error {
		_, err := m.CreateWith(t.Context(), value.Of(name, v), orm.Meta{})
		return err
	}
	find := func(clause string, v any) error {
		_, err := m.QueryWith(value.Of(clause, v), orm.CriteriaOptions{})
		return err
	}
	for _, tc := range []struct {
		err  error
		want string
	}{
		{create("name", strings.Repeat("x", 23)), "Could not use specified `name`.  Violated one or more validation rules:\n  • Value was -3 characters longer than the configured maximum length (20)\n"},
		{create("name", "no"), "Could not use specified `name`.  Violated one or more validation rules:\n  • Value ('no') was in the configured blacklist (no)\n"},
		{create("tame", []any{int64(1)}), "New record contains the wrong type of data for property `tame`.  Specified value is not a valid `tame`.  1 error validating value: \n • Specified value (a array: [ 1 ]) doesn't match the expected type: 'boolean'"},
		{create("owner", math.NaN()), "Could not use specified `owner`.  Expecting an id representing the associated record, or `null` to indicate there will be no associated record.  But the specified value is not a valid `owner`.  Cannot use `NaN` as a primary key value."},
		{create("friends", "x"), "Could not use specified `friends`.  If specified, expected `friends` to be an array of ids (representing the records to associate).  But instead, got: 'x'"},
		{find("limit", "x"), "The `limit` clause in the provided criteria is invalid.  If provided, it should be a safe, natural number.  But instead, got: NaN"},
		{find("select", []any{"owned"}), "The `select` clause in the provided criteria contains an item (`owned`) which is actually the name of a plural (\"collection\") association for this model (`pet`).  But you cannot explicitly select plural association because they're virtual attributes (use `.populate()` instead.)"},
		{find("sort", "name up"), "Could not use the provided `sort` clause: The `sort` clause in the provided criteria is invalid, because, although it is an array, one of its items (aka comparator directives) is problematic.  It indicates that we should sort by `name`, which is fine.  But then it suggests that Waterline should use `UP` as the sort direction. (Should always be either \"ASC\" or \"DESC\".)"},
		{find("age", value.Of(">", "x")), "Could not use the provided `where` clause.  Could not filter by `age`: Invalid `>` (\"greater than\") modifier.  Does not match the declared data type of the corresponding attribute.  1 error validating value: \n • Specified value (a string: 'x') doesn't match the expected type: 'number'"},
		{find("or", "x"), "Could not use the provided `where` clause.  Expected an array at `or`, but instead got: 'x'\n(`and`/`or` should always be provided with an array on the right-hand side.)"},
		{m.AddToCollection(t.Context(), 1, "friends", []any{0.5}), "One of the values in the provided array is not valid primary key value.  Cannot use a floating point number (0.5) as a primary key value."},
		{m.AddToCollection(t.Context(), 1, "name", 1), "The attribute named `name` defined in this model is not a plural (\"collection\") association."},
	} {
		var usage *orm.UsageError
		if !errors.As(tc.err, &usage) || usage.Reason != tc.want {
			t.Errorf("got  %v\nwant %s", tc.err, tc.want)
		}
	}
	if got, want := m.BadPopulate("data", "data"), "Instead, its definition looks like this:\n{\n  type: 'json',\n  autoMigrations: { unique: false, autoIncrement: false, columnType: '_json' },\n  required: false\n}"; !strings.HasSuffix(got, want) {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}
