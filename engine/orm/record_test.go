package orm_test

import (
	"testing"

	"framework/engine/orm"
	"framework/engine/value"
)

// TestRecordJSON: protected attributes are left out, of nested records too.
func TestRecordJSON(t *testing.T) {
	secret := typed("secret", "string")
	secret.Protected = true
	o := compiled(t, definition("User", typed("name", "string"), secret, many("pets", "pet", "owner")), definition("Pet", typed("name", "string"), one("owner", "user")))
	user, pet := orm.NewRecord(o.Model("user")), orm.NewRecord(o.Model("pet"))
	for _, pair := range [][2]any{{"name", "Ada"}, {"secret", "x"}, {"other", int64(1)}} {
		user.Set(pair[0].(string), pair[1])
	}
	pet.Set("name", "Rex")
	pet.Set("owner", user)
	loner := orm.NewRecord(o.Model("pet"))
	for _, tc := range []struct {
		v      value.Appender
		indent string
		want   string
	}{
		{user, "", `{"name":"Ada","other":1}`},
		{pet, "", `{"name":"Rex","owner":{"name":"Ada","other":1}}`},
		{loner, "", `{}`},
		{(*orm.Record)(nil), "", `null`},
		{orm.Records{}, "  ", `[]`},
		{orm.Records(nil), "", `[]`},
		{orm.Records{loner, nil, user}, "", `[{},null,{"name":"Ada","other":1}]`},
		{orm.Records{pet, loner}, "  ", "[\n    {\n      \"name\": \"Rex\",\n      \"owner\": {\n        \"name\": \"Ada\",\n        \"other\": 1\n      }\n    },\n    {}\n  ]"},
	} {
		prefix := tc.indent
		if got := string(tc.v.AppendJSON(nil, prefix, tc.indent)); got != tc.want {
			t.Errorf("got %s, want %s", got, tc.want)
		}
	}
	if user.Value("secret") != "x" {
		t.Error("writing a record took something away from it")
	}
	if id := (*orm.Record)(nil).ID(); id != nil {
		t.Errorf("no record has the key %v", id)
	}
}

func TestDescribe(t *testing.T) {
	o := library(t)
	for _, tc := range []struct{ model, alias, want string }{
		{"author", "desk", `{"alias":"desk","type":"model","model":"desk"}`},
		{"author", "books", `{"alias":"books","type":"collection","collection":"book","via":"author"}`},
		{"author", "friends", `{"alias":"friends","type":"collection","collection":"author"}`},
		{"book", "shops", `{"alias":"shops","type":"collection","collection":"shop","via":"book"}`},
	} {
		if got := string(value.Append(nil, o.Model(tc.model).Association(tc.alias).Describe())); got != tc.want {
			t.Errorf("got %s, want %s", got, tc.want)
		}
	}
	if o.Model("author").Association("nothing") != nil || o.Model("nobody") != nil {
		t.Error("there is what is not there")
	}
}
