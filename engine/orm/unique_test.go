package orm_test

import (
	"testing"

	"framework/engine/orm"
	"framework/engine/value"
)

// TestUniqueness: every way to write a value that is taken is refused in the
// form of the classic releases, and leaves nothing.
func TestUniqueness(t *testing.T) {
	mail := orm.AttributeDef{Name: "mail", Type: "string", Unique: true, Column: "e_mail"}
	code := orm.AttributeDef{Name: "code", Type: "string", PrimaryKey: true}
	number := orm.AttributeDef{Name: "number", Type: "integer", PrimaryKey: true}
	const taken = `{"mail":[{"value":"a@b","rule":"unique","message":"A record with that ` + "`mail` already exists (`a@b`)" + `."}]}`
	for _, tc := range []struct {
		name string
		run  func(o *orm.ORM) error
		want string
	}{
		{"create", func(o *orm.ORM) error {
			_, err := o.Model("user").Create(t.Context(), value.Of("mail", "a@b"))
			return err
		}, taken},
		{"create each", func(o *orm.ORM) error {
			_, err := o.Model("user").CreateEach(t.Context(), []*value.Map{value.Of("mail", "x@y"), value.Of("mail", "a@b")})
			return err
		}, taken},
		{"create each twice the same", func(o *orm.ORM) error {
			_, err := o.Model("user").CreateEach(t.Context(), []*value.Map{value.Of("mail", "x@y"), value.Of("mail", "x@y")})
			return err
		}, `{"mail":[{"value":"x@y","rule":"unique","message":"A record with that ` + "`mail` already exists (`x@y`)" + `."}]}`},
		{"update", func(o *orm.ORM) error {
			_, err := o.Model("user").Update(t.Context(), query(t, o.Model("user"), "2"), value.Of("mail", "a@b"))
			return err
		}, taken},
		{"update all", func(o *orm.ORM) error {
			_, err := o.Model("user").Update(t.Context(), query(t, o.Model("user"), nil), value.Of("mail", "n@n"))
			return err
		}, `{"mail":[{"value":"n@n","rule":"unique","message":"A record with that ` + "`mail` already exists (`n@n`)" + `."}]}`},
		{"save", func(o *orm.ORM) error {
			r, err := o.Model("user").FindOne(t.Context(), query(t, o.Model("user"), "2"))
			if err != nil {
				return err
			}
			r.Set("mail", "a@b")
			return o.Model("user").Save(t.Context(), r, nil)
		}, taken},
		{"find or create", func(o *orm.ORM) error {
			_, _, err := o.Model("user").FindOrCreate(t.Context(), query(t, o.Model("user"), "99"), value.Of("mail", "a@b"))
			return err
		}, taken},
		{"a member", func(o *orm.ORM) error {
			_, err := o.Model("crate").Create(t.Context(), value.Of("code", "new", "owner", value.Of("mail", "a@b")))
			return err
		}, taken},
		{"numbered key", func(o *orm.ORM) error {
			_, err := o.Model("user").Create(t.Context(), value.Of("id", "1"))
			return err
		}, `{"id":[{"value":1,"rule":"unique","message":"A record with that ` + "`id` already exists (`1`)" + `."}]}`},
		{"own key", func(o *orm.ORM) error {
			_, err := o.Model("crate").Create(t.Context(), value.Of("code", "box"))
			return err
		}, `{"code":[{"value":"box","rule":"unique","message":"A record with that ` + "`code` already exists (`box`)" + `."}]}`},
		{"own number", func(o *orm.ORM) error {
			_, err := o.Model("slot").Create(t.Context(), value.Of("number", 7.0))
			return err
		}, `{"number":[{"value":7,"rule":"unique","message":"A record with that ` + "`number` already exists (`7`)" + `."}]}`},
		{"another key", func(o *orm.ORM) error {
			_, err := o.Model("crate").Update(t.Context(), query(t, o.Model("crate"), "bag"), value.Of("code", "box"))
			return err
		}, `{"code":[{"value":"box","rule":"unique","message":"A record with that ` + "`code` already exists (`box`)" + `."}]}`},
		{"its own value", func(o *orm.ORM) error {
			_, err := o.Model("user").Update(t.Context(), query(t, o.Model("user"), "1"), value.Of("mail", "a@b"))
			return err
		}, ""},
		{"another case", func(o *orm.ORM) error {
			_, err := o.Model("crate").Update(t.Context(), query(t, o.Model("crate"), "bag"), value.Of("code", "BAG"))
			return err
		}, ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			o := compiled(t, definition("User", mail), definition("Crate", code, one("owner", "user")), definition("Slot", number))
			users, crates, slots := o.Model("user"), o.Model("crate"), o.Model("slot")
			for _, values := range []*value.Map{value.Of("mail", "a@b"), value.Of("mail", "c@d"), value.New(0), value.New(0)} {
				if _, err := users.Create(t.Context(), values); err != nil {
					t.Fatal(err)
				}
			}
			if _, err := crates.CreateEach(t.Context(), []*value.Map{value.Of("code", "box"), value.Of("code", "bag")}); err != nil {
				t.Fatal(err)
			}
			if _, err := slots.Create(t.Context(), value.Of("number", "7")); err != nil {
				t.Fatal(err)
			}
			before := all(t, users) + all(t, crates) + all(t, slots)
			err := tc.run(o)
			if got := refused(t, err); got != tc.want {
				t.Errorf("got %s, want %s", got, tc.want)
			}
			if after := all(t, users) + all(t, crates) + all(t, slots); err != nil && after != before {
				t.Errorf("%s became %s", before, after)
			}
		})
	}
}

// TestUniqueText: the message of the error names no model, as Sails has
// it.
func TestUniqueText(t *testing.T) {
	users := compiled(t, definition("User", orm.AttributeDef{Name: "born", Type: "date", Unique: true})).Model("user")
	var err error
	for range 2 {
		_, err = users.Create(t.Context(), value.Of("born", "2014-03-01"))
	}
	const want = "[Error (E_VALIDATION) 1 attribute is invalid] Invalid attributes sent to undefined:\n" +
		" • born\n   • A record with that `born` already exists (`2014-03-01T00:00:00.000Z`).\n"
	if err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
	if e := (&orm.UniqueError{Attribute: "a", Value: int64(1)}).Error(); e != "a record with that `a` already exists (`1`)" {
		t.Error(e)
	}
}
