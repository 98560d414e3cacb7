package orm_test

import (
	"strings"
	"testing"

	"framework/engine/orm"
	"framework/engine/value"
)

// TestNestedCreate: what may stand for associations when a record is made.
func TestNestedCreate(t *testing.T) {
	const rest = "Ada[Rex Tom][chess go][] Bob[Kim][chess][Ada]"
	for _, tc := range []struct{ name, model, values, want string }{
		{"keys", "owner", `{"name":"Cy","pets":[1,"3"],"clubs":["2"],"friends":[1,2]}`, "Ada[Tom][chess go][] Bob[][chess][Ada] Cy[Rex Kim][go][Ada Bob] | Rex Tom Kim | chess go"},
		{"keys in a text", "owner", `{"name":"Cy","pets":"1, 3,","clubs":"2"}`, "Ada[Tom][chess go][] Bob[][chess][Ada] Cy[Rex Kim][go][] | Rex Tom Kim | chess go"},
		{"one key", "owner", `{"name":"Cy","pets":3,"clubs":2}`, "Ada[Rex Tom][chess go][] Bob[][chess][Ada] Cy[Kim][go][] | Rex Tom Kim | chess go"},
		{"one object", "owner", `{"name":"Cy","pets":{"name":"Uwe"},"clubs":{"name":"bridge"}}`, rest + " Cy[Uwe][bridge][] | Rex Tom Kim Uwe | chess go bridge"},
		{"objects and keys", "owner", `{"name":"Cy","clubs":[1,{"name":"bridge"}]}`, rest + " Cy[][chess bridge][] | Rex Tom Kim | chess go bridge"},
		{"the same twice", "owner", `{"name":"Cy","clubs":[1,"1",1]}`, rest + " Cy[][chess][] | Rex Tom Kim | chess go"},
		{"none", "owner", `{"name":"Cy","pets":null,"clubs":[],"friends":""}`, rest + " Cy[][][] | Rex Tom Kim | chess go"},
		{"an object with a key that is there", "owner", `{"name":"Cy","pets":[{"id":3,"name":"ignored"}],"clubs":[{"id":"2"}]}`, "Ada[Rex Tom][chess go][] Bob[][chess][Ada] Cy[Kim][go][] | Rex Tom Kim | chess go"},
		{"an object with a key of its own", "owner", `{"name":"Cy","pets":[{"id":9,"name":"Neu"}]}`, rest + " Cy[Neu][][] | Rex Tom Kim Neu | chess go"},
		{"a key of nothing", "owner", `{"name":"Cy","pets":[99]}`, rest + " Cy[][][] | Rex Tom Kim | chess go"},
		{"two levels", "owner", `{"name":"Cy","clubs":[{"name":"bridge","members":[1,{"name":"Eve","pets":[{"name":"Uwe"}]}]}]}`, "Ada[Rex Tom][chess go bridge][] Bob[Kim][chess][Ada] Cy[][bridge][] Eve[Uwe][bridge][] | Rex Tom Kim Uwe | chess go bridge"},
		{"a reference", "pet", `{"name":"Uwe","owner":2}`, "Ada[Rex Tom][chess go][] Bob[Kim Uwe][chess][Ada] | Rex Tom Kim Uwe | chess go"},
		{"a new reference", "pet", `{"name":"Uwe","owner":{"name":"Cy","clubs":[1]}}`, rest + " Cy[Uwe][chess][] | Rex Tom Kim Uwe | chess go"},
		{"a reference with a key", "pet", `{"name":"Uwe","owner":{"id":"2","name":"ignored"}}`, "Ada[Rex Tom][chess go][] Bob[Kim Uwe][chess][Ada] | Rex Tom Kim Uwe | chess go"},
		{"a reference with a new key", "pet", `{"name":"Uwe","owner":{"id":7,"name":"Cy"}}`, rest + " Cy[Uwe][][] | Rex Tom Kim Uwe | chess go"},
		{"no reference", "pet", `{"name":"Uwe","owner":null}`, rest + " | Rex Tom Kim Uwe | chess go"},

		{"a refused member", "owner", `{"name":"Cy","pets":[{"name":"Uwe"},{}]}`, ""},
		{"a refused member of a member", "owner", `{"name":"Cy","clubs":[{"name":"bridge","members":[{"name":"much too long"}]}]}`, ""},
		{"a refused parent", "owner", `{"name":"much too long","best":{"name":"Uwe"}}`, ""},
		{"a refused reference", "pet", `{"name":"Uwe","owner":{"name":"much too long"}}`, ""},
		{"a link to nothing", "owner", `{"name":"Cy","pets":[1],"clubs":[{"name":"bridge"},99]}`, ""},
		{"members that are none", "owner", `{"name":"Cy","clubs":[[1]]}`, ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			onStores(t, func(t *testing.T, open func(defs ...*orm.Definition) *orm.ORM) {
				o := garden(t, open)
				values := parse(t, tc.values).(*value.Map)
				r, err := o.Model(tc.model).Create(t.Context(), values)
				checkGarden(t, o, err, tc.want)
				if got := string(value.Append(nil, values)); got != string(value.Append(nil, parse(t, tc.values))) {
					t.Errorf("the values became %s", got)
				}
				if r != nil && (r.Has("pets") || r.Has("clubs")) {
					t.Errorf("the record has collections: %s", value.Append(nil, r))
				}
			})
		})
	}
}

// checkGarden compares a garden with what a write was to make of it: "" for an
// error that left it as it was.
func checkGarden(t *testing.T, o *orm.ORM, err error, want string) {
	t.Helper()
	if want == "" {
		if err == nil {
			t.Error("there is no error")
		}
		want = gardenBefore
	} else if err != nil {
		t.Error(err)
	}
	if got := planted(t, o); got != want {
		t.Errorf("there is\n%s, want\n%s", got, want)
	}
}

// TestNestedUpdate: what is given for a collection replaces it; objects that
// have keys change the records they stand for.
func TestNestedUpdate(t *testing.T) {
	for _, tc := range []struct{ name, model, criteria, values, want string }{
		{"members", "owner", `1`, `{"pets":[2,3]}`, "Ada[Tom Kim][chess go][] Bob[][chess][Ada] | Rex Tom Kim | chess go"},
		{"links", "owner", `1`, `{"clubs":[2]}`, "Ada[Rex Tom][go][] Bob[Kim][chess][Ada] | Rex Tom Kim | chess go"},
		{"friends", "owner", `2`, `{"friends":[2]}`, "Ada[Rex Tom][chess go][] Bob[Kim][chess][Bob] | Rex Tom Kim | chess go"},
		{"nobody", "owner", `1`, `{"pets":[],"clubs":""}`, "Ada[][][] Bob[Kim][chess][Ada] | Rex Tom Kim | chess go"},
		{"null says nothing", "owner", `1`, `{"pets":null,"clubs":null}`, gardenBefore},
		{"new ones", "owner", `1`, `{"pets":[{"name":"Uwe"},1],"clubs":{"name":"bridge"}}`, "Ada[Rex Uwe][bridge][] Bob[Kim][chess][Ada] | Rex Tom Kim Uwe | chess go bridge"},
		{"changed ones", "owner", `1`, `{"pets":[{"id":"1","name":"Rexi"}],"clubs":[{"id":2,"name":"igo"}]}`, "Ada[Rexi][igo][] Bob[Kim][chess][Ada] | Rexi Tom Kim | chess igo"},
		{"taken ones", "owner", `1`, `{"pets":[{"id":3,"name":"Kimi"}]}`, "Ada[Kimi][chess go][] Bob[][chess][Ada] | Rex Tom Kimi | chess go"},
		{"only keys", "owner", `1`, `{"pets":[{"id":1}],"clubs":[{"id":1}]}`, "Ada[Rex][chess][] Bob[Kim][chess][Ada] | Rex Tom Kim | chess go"},
		{"of several", "owner", `null`, `{"clubs":[2]}`, "Ada[Rex Tom][go][] Bob[Kim][go][Ada] | Rex Tom Kim | chess go"},
		{"new ones of several", "owner", `null`, `{"pets":[{"name":"Uwe"}]}`, "Ada[Uwe][chess go][] Bob[Uwe][chess][Ada] | Rex Tom Kim Uwe Uwe | chess go"},
		{"of none", "owner", `99`, `{"pets":[1,2,3],"clubs":[{"name":"bridge"}]}`, gardenBefore},
		{"from the other side", "club", `2`, `{"members":[2]}`, "Ada[Rex Tom][chess][] Bob[Kim][chess go][Ada] | Rex Tom Kim | chess go"},
		{"a reference", "pet", `3`, `{"owner":"1"}`, "Ada[Rex Tom Kim][chess go][] Bob[][chess][Ada] | Rex Tom Kim | chess go"},
		{"a new reference", "pet", `3`, `{"owner":{"name":"Cy"}}`, "Ada[Rex Tom][chess go][] Bob[][chess][Ada] Cy[Kim][][] | Rex Tom Kim | chess go"},
		{"a changed reference", "pet", `3`, `{"owner":{"id":1,"name":"Eve","clubs":[1]}}`, "Eve[Rex Tom Kim][chess][] Bob[][chess][Eve] | Rex Tom Kim | chess go"},
		{"a changed reference of none", "pet", `99`, `{"owner":{"id":1,"name":"Eve"}}`, gardenBefore},
		{"no reference", "pet", `[1,3]`, `{"owner":null}`, "Ada[Tom][chess go][] Bob[][chess][Ada] | Rex Tom Kim | chess go"},

		{"a refused member", "owner", `1`, `{"name":"Eve","pets":[{"name":"Uwe"},{}]}`, ""},
		{"a refused change", "owner", `1`, `{"name":"Eve","pets":[{"id":1,"name":""}]}`, ""},
		{"a refused reference", "pet", `1`, `{"name":"Max","owner":{"id":1,"name":"much too long"}}`, ""},
		{"a link to nothing", "owner", `1`, `{"name":"Eve","clubs":[99]}`, ""},
		{"refused values", "owner", `1`, `{"name":"much too long","best":{"name":"Uwe"},"pets":[]}`, ""},
		{"the second of several", "owner", `null`, `{"clubs":[{"id":1,"name":"x"},{"name":"y"},77]}`, ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			onStores(t, func(t *testing.T, open func(defs ...*orm.Definition) *orm.ORM) {
				o := garden(t, open)
				m := o.Model(tc.model)
				values := parse(t, tc.values).(*value.Map)
				_, err := m.Update(t.Context(), query(t, m, parse(t, tc.criteria)), values)
				checkGarden(t, o, err, tc.want)
				if got := string(value.Append(nil, values)); got != string(value.Append(nil, parse(t, tc.values))) {
					t.Errorf("the values became %s", got)
				}
			})
		})
	}
}

// TestRecordsAsValues: records stand for their keys, none for null.
// TestNestedUpdateByName: an object given for a reference whose key is no number
// becomes a record unless there is one with that key.
func TestNestedUpdateByName(t *testing.T) {
	onStores(t, func(t *testing.T, open func(defs ...*orm.Definition) *orm.ORM) {
		town := definition("Town", orm.AttributeDef{Name: "name", Type: "string", PrimaryKey: true}, typed("size", "integer"))
		o := open(town, definition("Letter", typed("text", "string"), one("to", "town")))
		letters, towns := o.Model("letter"), o.Model("town")
		letter, err := letters.Create(t.Context(), value.Of("text", "x"))
		if err != nil {
			t.Fatal(err)
		}
		for _, size := range []int64{5, 6} {
			set := value.Of("to", value.Of("name", "Celle", "size", size))
			changed, err := letters.Update(t.Context(), &orm.Query{Where: orm.Compare{Attr: "id", Value: letter.ID()}}, set)
			if err != nil || len(changed) != 1 || changed[0].Value("to") != "Celle" {
				t.Fatalf("got %v, %v", changed, err)
			}
			found, err := towns.Find(t.Context(), &orm.Query{})
			if err != nil || len(found) != 1 || found[0].Value("size") != size {
				t.Errorf("there is %v, %v", found, err)
			}
		}
	})
}

func TestRecordsAsValues(t *testing.T) {
	o := garden(t, func(defs ...*orm.Definition) *orm.ORM { return compiled(t, defs...) })
	owners, pets := o.Model("owner"), o.Model("pet")
	bob, err := owners.FindOne(t.Context(), query(t, owners, "2"))
	if err != nil {
		t.Fatal(err)
	}
	all, err := pets.Find(t.Context(), &orm.Query{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := pets.Create(t.Context(), value.Of("name", "Uwe", "owner", bob)); err != nil {
		t.Error(err)
	}
	if _, err := pets.Create(t.Context(), value.Of("name", "Ole", "owner", (*orm.Record)(nil))); err != nil {
		t.Error(err)
	}
	if _, err := owners.Create(t.Context(), value.Of("name", "Cy", "pets", orm.Records(all[:1]), "friends", []any{bob})); err != nil {
		t.Error(err)
	}
	const want = "Ada[Tom][chess go][] Bob[Kim Uwe][chess][Ada] Cy[Rex][][Bob] | Rex Tom Kim Uwe Ole | chess go"
	if got := planted(t, o); got != want {
		t.Errorf("there is %s, want %s", got, want)
	}
}

// TestDestroyLinks: links go with the record, whichever side it is on; members
// of its own stay and keep their reference.
func TestDestroyLinks(t *testing.T) {
	onStores(t, func(t *testing.T, open func(defs ...*orm.Definition) *orm.ORM) {
		for _, tc := range []struct{ model, criteria, want, links string }{
			{"owner", `1`, "Bob[Kim][chess][] | Rex Tom Kim | chess go", "1 0"},
			{"owner", `2`, "Ada[Rex Tom][chess go][] | Rex Tom Kim | chess go", "2 0"},
			{"owner", `null`, " | Rex Tom Kim | chess go", "0 0"},
			{"owner", `99`, gardenBefore, "3 1"},
			{"club", `1`, "Ada[Rex Tom][go][] Bob[Kim][][Ada] | Rex Tom Kim | go", "1 1"},
			{"pet", `[1,2]`, "Ada[][chess go][] Bob[Kim][chess][Ada] | Kim | chess go", "3 1"},
		} {
			o := garden(t, open)
			m := o.Model(tc.model)
			if _, err := m.Destroy(t.Context(), query(t, m, parse(t, tc.criteria))); err != nil {
				t.Fatal(err)
			}
			if got := planted(t, o); got != tc.want {
				t.Errorf("%s %s: %s, want %s", tc.model, tc.criteria, got, tc.want)
			}
			var links []string
			for _, junction := range []string{"club_members__owner_clubs", "owner_friends_owner__owner_friends"} {
				n, err := o.Model(junction).Count(t.Context(), &orm.Query{})
				if err != nil {
					t.Fatal(err)
				}
				links = append(links, value.Inspect(n))
			}
			if got := strings.Join(links, " "); got != tc.links {
				t.Errorf("%s %s leaves %s links, want %s", tc.model, tc.criteria, got, tc.links)
			}
		}
	})
}
