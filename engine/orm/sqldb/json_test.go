package sqldb_test

import (
	"context"
	"testing"

	"framework/engine/orm"
)

func TestAppendFindEqualsRecords(t *testing.T) {
	m := parcel()
	db := sparse(t, m)
	create(t, db, m, `{}`, `{"town":"ü\"\n\u0000","weight":null,"fragile":true,"tags":[1,{"a":[]}],"specs":{"k":{"l":null}},"price":1.5,"more":{"x":[1,2]},"none":null}`)
	for _, q := range []*orm.Query{nil, {Select: []string{"tags", "more"}}, {Sum: []string{"price"}}, {Where: compare("id", orm.Equal, int64(9))}} {
		for _, indent := range []string{"", "  ", "\t"} {
			for _, prefix := range []string{"", "    "} {
				found := orm.Records(find(t, db, m, q))
				want := string(found.AppendJSON(nil, prefix, indent))
				got, n, err := db.AppendFind(context.Background(), []byte("["), m, q, prefix, indent)
				if n > 0 && indent != "" {
					got = append(append(got, '\n'), prefix...)
				}
				if got = append(got, ']'); err != nil || n != len(found) || string(got) != want {
					t.Errorf("%q: got %d, %v\n%s\nwant\n%s", indent, n, err, got, want)
				}
			}
		}
	}
}

func TestAppendFindLeavesOutProtected(t *testing.T) {
	m := model("user", attr("secret", orm.KindString, func(a *orm.Attribute) { a.Protected = true }), attr("name", orm.KindString))
	db := sparse(t, m)
	create(t, db, m, `{"name":"Ann","secret":"x"}`)
	got, _, err := db.AppendFind(context.Background(), nil, m, nil, "", "")
	if want := `{"name":"Ann","id":1}`; err != nil || string(got) != want {
		t.Errorf("got %s, want %s (%v)", got, want, err)
	}
}
