package orm_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"framework/engine/orm"
	"framework/engine/value"
)

// garden has owners with pets of their own, and with clubs and friends that
// they share.
func garden(t testing.TB, open func(defs ...*orm.Definition) *orm.ORM) *orm.ORM {
	t.Helper()
	o := open(
		definition("Owner", ruled("name", "string", "maxLength", int64(9)), many("pets", "pet", "owner"), many("clubs", "club", "members"), many("friends", "owner", ""), one("best", "pet")),
		definition("Pet", ruled("name", "string", "required", true), one("owner", "owner")),
		definition("Club", ruled("name", "string", "required", true), many("members", "owner", "clubs")),
	)
	for _, r := range []struct{ model, values string }{
		{"owner", `{"name":"Ada","pets":[{"name":"Rex"},{"name":"Tom"}],"clubs":[{"name":"chess"},{"name":"go"}]}`},
		{"owner", `{"name":"Bob","pets":[{"name":"Kim"}],"clubs":[1],"friends":[1]}`},
	} {
		if _, err := o.Model(r.model).Create(t.Context(), parse(t, r.values).(*value.Map)); err != nil {
			t.Fatal(err)
		}
	}
	return o
}

// planted shows a garden: owners with what belongs to them, all pets and clubs.
func planted(t *testing.T, o *orm.ORM) string {
	t.Helper()
	var populate []orm.Populate
	for _, alias := range []string{"pets", "clubs", "friends"} {
		populate = append(populate, orm.Populate{Alias: alias})
	}
	return forest(t, o.Model("owner"), &orm.Query{Populate: populate}) + " | " +
		forest(t, o.Model("pet"), &orm.Query{}) + " | " + forest(t, o.Model("club"), &orm.Query{})
}

const gardenBefore = "Ada[Rex Tom][chess go][] Bob[Kim][chess][Ada] | Rex Tom Kim | chess go"

// TestSave: changes of collections, adds before removes.
func TestSave(t *testing.T) {
	add := func(alias string, child any) orm.Change { return orm.Change{Alias: alias, Child: child} }
	remove := func(alias string, child any) orm.Change { return orm.Change{Alias: alias, Remove: true, Child: child} }
	named := func(name string) *value.Map { return value.Of("name", name) }
	for _, tc := range []struct {
		name    string
		set     string // the name to set, "" for none
		changes []orm.Change
		want    string // the error, or the garden
	}{
		{"nothing", "", nil, gardenBefore},
		{"values", "Eve", nil, "Eve[Rex Tom][chess go][] Bob[Kim][chess][Eve] | Rex Tom Kim | chess go"},
		{"a key", "", []orm.Change{add("pets", int64(3))}, "Ada[Rex Tom Kim][chess go][] Bob[][chess][Ada] | Rex Tom Kim | chess go"},
		{"a text as key", "", []orm.Change{add("pets", "3"), remove("pets", "1")}, "Ada[Tom Kim][chess go][] Bob[][chess][Ada] | Rex Tom Kim | chess go"},
		{"a new member", "", []orm.Change{add("pets", named("Uwe"))}, "Ada[Rex Tom Uwe][chess go][] Bob[Kim][chess][Ada] | Rex Tom Kim Uwe | chess go"},
		{"an object with a key", "", []orm.Change{add("pets", value.Of("id", int64(3), "name", "ignored"))}, "Ada[Rex Tom Kim][chess go][] Bob[][chess][Ada] | Rex Tom Kim | chess go"},
		{"an object with a new key", "", []orm.Change{add("pets", value.Of("id", int64(9), "name", "Neu"))}, "Ada[Rex Tom Neu][chess go][] Bob[Kim][chess][Ada] | Rex Tom Kim Neu | chess go"},
		{"a key of nothing", "", []orm.Change{add("pets", int64(99))}, gardenBefore},
		{"a link", "", []orm.Change{add("friends", int64(2)), add("friends", "1")}, "Ada[Rex Tom][chess go][Ada Bob] Bob[Kim][chess][Ada] | Rex Tom Kim | chess go"},
		{"a link that is there", "", []orm.Change{add("clubs", int64(1)), add("clubs", int64(1))}, gardenBefore},
		{"a new linked one", "", []orm.Change{add("clubs", named("bridge"))}, "Ada[Rex Tom][chess go bridge][] Bob[Kim][chess][Ada] | Rex Tom Kim | chess go bridge"},
		{"a removed link", "", []orm.Change{remove("clubs", int64(1))}, "Ada[Rex Tom][go][] Bob[Kim][chess][Ada] | Rex Tom Kim | chess go"},
		{"a link that is not there", "", []orm.Change{remove("clubs", int64(7)), remove("friends", int64(2))}, gardenBefore},
		{"a removed member", "", []orm.Change{remove("pets", int64(1))}, "Ada[Tom][chess go][] Bob[Kim][chess][Ada] | Rex Tom Kim | chess go"},
		{"another's member", "", []orm.Change{remove("pets", int64(3))}, gardenBefore},
		{"adds come first", "", []orm.Change{remove("clubs", int64(1)), add("clubs", int64(1))}, "Ada[Rex Tom][go][] Bob[Kim][chess][Ada] | Rex Tom Kim | chess go"},

		{"a link to nothing", "Eve", []orm.Change{add("pets", named("Uwe")), add("clubs", int64(99))}, "Owner.clubs: linking 99: there is no such record"},
		{"a link to null", "Eve", []orm.Change{add("clubs", nil)}, "Owner.clubs: there is no such record"},
		{"a refused member", "Eve", []orm.Change{add("pets", named("Uwe")), add("clubs", value.New(0))}, "E_VALIDATION"},
		{"refused values", "much too long", []orm.Change{add("pets", named("Uwe"))}, "E_VALIDATION"},
		{"an object to remove", "Eve", []orm.Change{remove("pets", named("Rex"))}, "Owner.pets: only a primary key can be removed"},
		{"no collection", "Eve", []orm.Change{add("best", int64(1))}, `Owner has no collection "best"`},
		{"no attribute", "Eve", []orm.Change{add("pats", int64(1))}, `Owner has no collection "pats"`},
	} {
		t.Run(tc.name, func(t *testing.T) {
			onStores(t, func(t *testing.T, open func(defs ...*orm.Definition) *orm.ORM) {
				o := garden(t, open)
				r, err := o.Model("owner").FindOne(t.Context(), query(t, o.Model("owner"), "1"))
				if err != nil {
					t.Fatal(err)
				}
				if tc.set != "" {
					r.Set("name", tc.set)
				}
				err = o.Model("owner").Save(t.Context(), r, tc.changes)
				after := planted(t, o)
				if strings.Contains(tc.want, "|") {
					if err != nil || after != tc.want {
						t.Errorf("%v: %s, want %s", err, after, tc.want)
					}
				} else if err == nil || !strings.Contains(err.Error(), tc.want) || after != gardenBefore {
					t.Errorf("got %v, want %s; %s", err, tc.want, after)
				}
			})
		})
	}
}

// TestSaveRecord: all values are written, and the record has what is stored.
func TestSaveRecord(t *testing.T) {
	o := garden(t, func(defs ...*orm.Definition) *orm.ORM { return compiled(t, defs...) })
	owners, pets := o.Model("owner"), o.Model("pet")
	q := query(t, pets, "1")
	q.Populate = []orm.Populate{{Alias: "owner"}}
	r, err := pets.FindOne(t.Context(), q)
	if err != nil {
		t.Fatal(err)
	}
	old := time.UnixMilli(0)
	r.Set("updatedAt", old)
	owner := r.Value("owner").(*orm.Record)
	owner.Set("name", "a populated record is its key")
	r.Set("name", int64(5))
	r.Set("more", []any{true})
	if err := pets.Save(t.Context(), r, nil); err != nil {
		t.Fatal(err)
	}
	if r.Value("name") != "5" || r.Value("owner") != any(owner) || r.Value("updatedAt") == any(old) {
		t.Errorf("the record is %s", value.Append(nil, r))
	}
	if got := populated(t, pets, "1"); got != `{"name":"5","owner":1,"id":1,"more":[true]}` {
		t.Errorf("stored: %s", got)
	}

	// A nested object with a key is stored along, one without becomes a record.
	r.Set("owner", value.Of("id", "2", "name", "Bea"))
	if err := pets.Save(t.Context(), r, nil); err != nil || r.Value("owner") != int64(2) {
		t.Errorf("%v: %s", err, value.Append(nil, r))
	}
	r.Set("owner", value.Of("name", "New"))
	if err := pets.Save(t.Context(), r, nil); err != nil || r.Value("owner") != int64(3) {
		t.Errorf("%v: %s", err, value.Append(nil, r))
	}
	if got := forest(t, owners, &orm.Query{}); got != "Ada Bea New" {
		t.Errorf("the owners are %s", got)
	}

	// A populated collection is not written.
	q = query(t, owners, "1")
	q.Populate = []orm.Populate{{Alias: "pets"}}
	ada, err := owners.FindOne(t.Context(), q)
	if err != nil {
		t.Fatal(err)
	}
	ada.Set("pets", orm.Records{})
	if err := owners.Save(t.Context(), ada, nil); err != nil {
		t.Fatal(err)
	}
	if got := forest(t, owners, q); got != "Ada[Tom]" {
		t.Errorf("there is %s", got)
	}
}

// TestSaveGone: a record that is not there any more is not saved, nor is
// anything added to it.
func TestSaveGone(t *testing.T) {
	o := garden(t, func(defs ...*orm.Definition) *orm.ORM { return compiled(t, defs...) })
	owners := o.Model("owner")
	r, err := owners.FindOne(t.Context(), query(t, owners, "1"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := owners.Destroy(t.Context(), query(t, owners, "1")); err != nil {
		t.Fatal(err)
	}
	err = owners.Save(t.Context(), r, []orm.Change{{Alias: "clubs", Child: int64(2)}})
	if err == nil || err.Error() != "saving a record of Owner: there is none with the key 1" {
		t.Errorf("got %v", err)
	}
	if n, err := o.Model("club_members__owner_clubs").Count(t.Context(), &orm.Query{}); err != nil || n != 1 {
		t.Errorf("there are %d links, %v", n, err)
	}
	if err := owners.Save(t.Context(), orm.NewRecord(owners), nil); err == nil {
		t.Error("a record without a key is saved")
	}
}

// TestLinkErrors: errors name the records that could not be linked.
func TestLinkErrors(t *testing.T) {
	o := garden(t, func(defs ...*orm.Definition) *orm.ORM { return compiled(t, defs...) })
	_, err := o.Model("owner").Create(t.Context(), value.Of("name", "C", "clubs", []any{int64(1), "none"}))
	var link *orm.LinkError
	if !errors.As(err, &link) || link.Model != "Owner" || link.Alias != "clubs" || link.Key != "none" {
		t.Errorf("got %#v", err)
	}
	owner, err := o.Model("owner").FindOne(t.Context(), &orm.Query{Sort: []orm.Order{{Attr: "id"}}})
	if err != nil {
		t.Fatal(err)
	}
	for _, tc := range []struct {
		change orm.Change
		want   string
	}{
		{orm.Change{Alias: "clubs", Child: "none"}, "insert club"},
		{orm.Change{Alias: "clubs", Child: value.Of("id", "none", "name", strings.Repeat("x", 99))}, "insert club"},
		{orm.Change{Alias: "pets", Remove: true, Child: value.Of("name", "Rex")}, "remove pet"},
	} {
		err := o.Model("owner").Save(t.Context(), owner, []orm.Change{tc.change})
		var failed *orm.SaveError
		if !errors.As(err, &failed) || failed.Kind()+" "+failed.Target != tc.want || failed.Err == nil {
			t.Errorf("%v: got %#v", tc.change, err)
		}
	}
	if got := planted(t, o); got != gardenBefore {
		t.Errorf("there is %s", got)
	}
}
