package sqldb_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"framework/engine/orm"
)

// TestUpdateOfManyAttributes: a record may have more attributes that the model
// does not know than a function of SQLite takes arguments.
func TestUpdateOfManyAttributes(t *testing.T) {
	m := parcel()
	db := sparse(t, m)
	create(t, db, m, `{"town":"a"}`)
	for _, n := range []int{0, 1, 399, 400, 401, 800, 2000} {
		parts := make([]string, n)
		for i := range parts {
			parts[i] = fmt.Sprintf(`"x%d":%d`, i, n+i)
		}
		set := "{" + strings.Join(parts, ",") + "}"
		got, err := db.Update(context.Background(), m, &orm.Query{}, object(t, set))
		if err != nil || len(got) != 1 {
			t.Errorf("%d attributes: %v", n, err)
			continue
		}
		for _, i := range []int{0, n / 2, n - 1} {
			if want := int64(n + i); i >= 0 && n > 0 && got[0].Value(fmt.Sprintf("x%d", i)) != want {
				t.Errorf("%d attributes: x%d is %v, want %d", n, i, got[0].Value(fmt.Sprintf("x%d", i)), want)
			}
		}
	}
}

// TestTextWithNUL: a NUL is a character like any other.
func TestTextWithNUL(t *testing.T) {
	m := parcel()
	db := sparse(t, m)
	create(t, db, m, `{"town":"a\u0000b"}`, `{"town":"a\u0000C"}`, `{"town":"a"}`)
	for _, tc := range []struct {
		where orm.Expr
		want  string
	}{
		{compare("town", orm.Equal, "a\x00c"), "2"},
		{compare("town", orm.Equal, "A"), "3"},
		{compare("town", orm.In, []any{"a\x00b", "a\x00x"}), "1"},
		{compare("town", orm.Contains, "a\x00"), "-"},
		{compare("town", orm.Equal, "a\x00"), "-"},
	} {
		list, err := db.Find(context.Background(), m, &orm.Query{Where: tc.where})
		if err != nil || ids(list) != tc.want {
			t.Errorf("%v finds %q, %v, want %q", tc.where, ids(list), err, tc.want)
		}
	}
}
