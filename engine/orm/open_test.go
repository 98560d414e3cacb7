package orm_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"framework/engine/orm"
	"framework/engine/orm/sqldb"
	"framework/engine/value"
)

// definition is a model as a project with default settings has it.
func definition(globalID string, attrs ...orm.AttributeDef) *orm.Definition {
	return &orm.Definition{
		Identity: strings.ToLower(globalID), GlobalID: globalID, Source: "api/models/" + globalID + ".js",
		Datastore: "ram", Migrate: orm.Drop, AutoPK: true, CreatedAt: "createdAt", UpdatedAt: "updatedAt",
		Attributes: attrs,
	}
}

func typed(name, kind string) orm.AttributeDef { return orm.AttributeDef{Name: name, Type: kind} }

func one(name, model string) orm.AttributeDef { return orm.AttributeDef{Name: name, Model: model} }

func many(name, model, via string) orm.AttributeDef {
	return orm.AttributeDef{Name: name, Collection: model, Via: via}
}

func elsewhere(d *orm.Definition) *orm.Definition {
	d.Datastore = "disk"
	return d
}

// memory is an empty store.
func memory(t testing.TB, sparse bool) *sqldb.DB {
	t.Helper()
	db, err := sqldb.Open(context.Background(), sqldb.Options{Sparse: sparse})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	return db
}

func compiled(t testing.TB, defs ...*orm.Definition) *orm.ORM {
	t.Helper()
	o, err := orm.Open(context.Background(), defs, orm.Options{
		Datastores: map[string]orm.Adapter{"ram": memory(t, true)},
	})
	if err != nil {
		t.Fatal(err)
	}
	return o
}

func attributes(m *orm.Model) []string {
	var names []string
	for _, a := range m.Attributes {
		names = append(names, a.Name)
	}
	return names
}

func TestOpenOrdersAttributes(t *testing.T) {
	pet := definition("Pet", typed("name", "string"), one("owner", "user"))
	own := definition("Own", typed("updatedAt", "string"), typed("id", "string"), typed("word", "string"))
	o := compiled(t, pet, own, definition("User"))
	for identity, want := range map[string][]string{
		"pet": {"name", "owner", "createdAt", "updatedAt", "id"},
		"own": {"updatedAt", "id", "word", "createdAt"},
	} {
		if diff := cmp.Diff(want, attributes(o.Model(identity))); diff != "" {
			t.Errorf("%s: %s", identity, diff)
		}
	}
	if got := o.Model("own").Attribute("updatedAt").Kind; got != orm.KindString {
		t.Errorf("a declared timestamp has kind %d", got)
	}
	if got := o.Model("pet").Attribute("createdAt").Kind; got != orm.KindDatetime {
		t.Errorf("createdAt has kind %d", got)
	}
	if o.Model("pet").ORM() != o || o.Model("pet").Adapter() == nil {
		t.Error("a model does not know its set or its store")
	}
}

func TestOpenKinds(t *testing.T) {
	words := map[string]orm.Kind{
		"string": orm.KindString, "text": orm.KindText, "mediumtext": orm.KindText, "integer": orm.KindInteger,
		"float": orm.KindFloat, "boolean": orm.KindBoolean, "date": orm.KindDate, "datetime": orm.KindDatetime,
		"time": orm.KindTime, "array": orm.KindArray, "json": orm.KindJSON, "binary": orm.KindBinary,
		"email": orm.KindString, "number": orm.KindFloat, "object": orm.KindJSON, "": orm.KindString,
	}
	var attrs []orm.AttributeDef
	for word := range words {
		attrs = append(attrs, typed("a_"+word, word))
	}
	o := compiled(t, definition("Thing", append(attrs, orm.AttributeDef{Name: "n", Type: "string", AutoIncrement: true})...))
	for word, want := range words {
		if got := o.Model("thing").Attribute("a_" + word).Kind; got != want {
			t.Errorf("type %q has kind %d, want %d", word, got, want)
		}
	}
	if o.Model("thing").Attribute("n").Kind != orm.KindInteger {
		t.Error("an automatic number is no integer")
	}
}

func TestOpenKeys(t *testing.T) {
	crate := definition("Crate", orm.AttributeDef{Name: "code", Type: "string", PrimaryKey: true, Column: "the_code"})
	crate.AutoPK = false
	slot := definition("Slot", orm.AttributeDef{Name: "crate", Model: "crate", PrimaryKey: true})
	o := compiled(t, crate, slot, definition("Label", one("slot", "slot"), typed("id", "string")))
	for identity, want := range map[string]string{"crate": "code", "slot": "crate", "label": "id"} {
		m := o.Model(identity)
		if m.PrimaryKey != want || !m.Attribute(want).PrimaryKey || !m.Attribute(want).Unique {
			t.Errorf("%s: the key is %s: %+v", identity, m.PrimaryKey, m.Attribute(want))
		}
	}
	if got := o.Model("label").Attribute("slot").Kind; got != orm.KindString {
		t.Errorf("a reference to a reference to a string has kind %d", got)
	}
	if a := o.Model("crate").AttributeByColumn("the_code"); a == nil || a.Name != "code" {
		t.Errorf("column the_code is %v", a)
	}
}

func TestOpenAssociations(t *testing.T) {
	withThrough := func(a orm.AttributeDef, through string) orm.AttributeDef {
		a.Through = through
		return a
	}
	o := compiled(t,
		definition("User", many("favPets", "pet", "favedBy"), many("friends", "user", ""),
			many("followers", "user", "following"), many("following", "user", "followers"),
			many("cars", "car", "driver"), withThrough(many("clubs", "club", "member"), "membership"),
			withThrough(many("mentors", "user", "pupil"), "lesson"), withThrough(many("pupils", "user", "mentor"), "lesson")),
		definition("Pet", many("favedBy", "user", "favPets"), many("toys", "toy", "")),
		definition("Toy"),
		definition("Car", one("driver", "user")),
		definition("Club", withThrough(many("members", "user", "club"), "membership")),
		definition("Membership", one("member", "user"), one("club", "club")),
		definition("Lesson", one("pupil", "user"), one("mentor", "user")),
	)
	for _, want := range []struct {
		model string
		a     orm.Association
	}{
		{"user", orm.Association{Alias: "favPets", Collection: true, Target: "pet", Via: "favedBy", Through: "pet_favedby__user_favpets", Near: "user_favPets", Far: "pet_favedBy"}},
		{"pet", orm.Association{Alias: "favedBy", Collection: true, Target: "user", Via: "favPets", Through: "pet_favedby__user_favpets", Near: "pet_favedBy", Far: "user_favPets"}},
		{"user", orm.Association{Alias: "friends", Collection: true, Target: "user", Through: "user_friends_user__user_friends", Near: "user_friends", Far: "user_friends_user"}},
		{"user", orm.Association{Alias: "followers", Collection: true, Target: "user", Via: "following", Through: "user_following__user_followers", Near: "user_followers", Far: "user_following"}},
		{"user", orm.Association{Alias: "following", Collection: true, Target: "user", Via: "followers", Through: "user_following__user_followers", Near: "user_following", Far: "user_followers"}},
		{"user", orm.Association{Alias: "cars", Collection: true, Target: "car", Via: "driver", Far: "driver"}},
		{"car", orm.Association{Alias: "driver", Target: "user"}},
		{"pet", orm.Association{Alias: "toys", Collection: true, Target: "toy", Through: "pet_toys__toy_toys_toy", Near: "pet_toys", Far: "toy_toys_toy"}},
		{"user", orm.Association{Alias: "clubs", Collection: true, Target: "club", Via: "member", Through: "membership", Near: "member", Far: "club"}},
		{"club", orm.Association{Alias: "members", Collection: true, Target: "user", Via: "club", Through: "membership", Near: "club", Far: "member"}},
		{"user", orm.Association{Alias: "mentors", Collection: true, Target: "user", Via: "pupil", Through: "lesson", Near: "pupil", Far: "mentor"}},
		{"user", orm.Association{Alias: "pupils", Collection: true, Target: "user", Via: "mentor", Through: "lesson", Near: "mentor", Far: "pupil"}},
	} {
		got := o.Model(want.model).Association(want.a.Alias)
		if got == nil {
			t.Errorf("%s has no association %s", want.model, want.a.Alias)
		} else if diff := cmp.Diff(want.a, *got); diff != "" {
			t.Errorf("%s.%s: %s", want.model, want.a.Alias, diff)
		}
	}
	join := o.Model("pet_favedby__user_favpets")
	if diff := cmp.Diff([]string{"pet_favedBy", "user_favPets", "id"}, attributes(join)); diff != "" {
		t.Error(diff)
	}
	if !join.Junction || join.Table != join.Identity || !join.Schema || join.Attribute("user_favPets").Kind != orm.KindInteger {
		t.Errorf("the join model is %+v", join)
	}
	var order []string
	for _, a := range o.Model("user").Associations {
		order = append(order, a.Alias)
	}
	if got := strings.Join(order, " "); got != "favPets friends followers following cars clubs mentors pupils" {
		t.Errorf("the associations are in the order %s", got)
	}
	if stored := o.Model("user").Attribute("cars").Stored; stored {
		t.Error("a collection is stored")
	}
}

// TestOpenPairsHalfDeclaredSides: one side's via is enough to make two
// collections one association, whichever side is compiled first.
func TestOpenPairsHalfDeclaredSides(t *testing.T) {
	a, b := definition("A", many("bs", "b", "")), definition("B", many("as", "a", "bs"))
	for _, defs := range [][]*orm.Definition{{a, b}, {b, a}} {
		o := compiled(t, defs...)
		bs, as := o.Model("a").Association("bs"), o.Model("b").Association("as")
		if bs.Through != "a_bs__b_as" || as.Through != bs.Through || bs.Near != as.Far || bs.Far != as.Near {
			t.Errorf("the sides are %+v and %+v", bs, as)
		}
		if n := len(o.Models()); n != 3 {
			t.Errorf("there are %d models, want 3", n)
		}
	}
}

func TestOpenJoinModelSettings(t *testing.T) {
	book := definition("Book", many("genres", "genre", "books"))
	genre := definition("Genre", many("books", "book", "genres"), orm.AttributeDef{Name: "word", Type: "string", PrimaryKey: true})
	genre.Attributes[0].Dominant = true
	genre.Datastore, genre.Migrate = "disk", orm.Safe
	disk := &recorder{Adapter: memory(t, false)}
	ram := &recorder{Adapter: memory(t, true)}
	o, err := orm.Open(context.Background(), []*orm.Definition{book, genre}, orm.Options{
		Datastores: map[string]orm.Adapter{"ram": ram, "disk": disk},
	})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"genre", "book_genres__genre_books"}, disk.defined); diff != "" {
		t.Error(diff)
	}
	join := o.Model("book_genres__genre_books")
	if join.Definition.Migrate != orm.Safe || join.Attribute("genre_books").Kind != orm.KindString {
		t.Errorf("the join model is %+v", join)
	}
}

// TestBothModelAndCollection: in 0.10 to 0.12 such an attribute is a reference; 1.x does
// not lift.
func TestBothModelAndCollection(t *testing.T) {
	both := func() *orm.Definition {
		return definition("Reply", typed("text", "string"), orm.AttributeDef{Name: "to", Model: "reply", Collection: "reply", Via: "to"})
	}
	m := compiled(t, both()).Model("reply")
	if _, err := m.Create(t.Context(), value.Of("text", "a")); err != nil {
		t.Fatal(err)
	}
	if _, err := m.Create(t.Context(), value.Of("text", "b", "to", int64(1))); err != nil {
		t.Fatal(err)
	}
	found, err := m.Find(t.Context(), query(t, m, value.Of("to", int64(1))))
	if err != nil || len(found) != 1 {
		t.Errorf("got %v, %v", found, err)
	}
	_, err = orm.Open(t.Context(), []*orm.Definition{both()}, orm.Options{Datastores: map[string]orm.Adapter{"ram": memory(t, true)}, Rules: orm.Modern()})
	if err == nil || !strings.Contains(err.Error(), "either model or collection") {
		t.Errorf("1.x: got %v", err)
	}
}

// TestViaItself: in 0.10 to 0.12 the server starts, and the members are kept.
func TestViaItself(t *testing.T) {
	player := func() *orm.Definition { return definition("Player", many("friends", "player", "friends")) }
	m := compiled(t, player()).Model("player")
	for range 2 {
		if _, err := m.Create(t.Context(), value.Of()); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := m.Create(t.Context(), value.Of("friends", []any{int64(1), int64(2)})); err != nil {
		t.Fatal(err)
	}
	q := query(t, m, value.Of("id", int64(3)))
	q.Populate = []orm.Populate{{Alias: "friends"}}
	found, err := m.Find(t.Context(), q)
	if err != nil || len(found) != 1 {
		t.Fatal(found, err)
	}
	if friends, _ := found[0].Value("friends").(orm.Records); len(friends) != 2 {
		t.Errorf("got %v", friends)
	}
	_, err = orm.Open(t.Context(), []*orm.Definition{player()}, orm.Options{Datastores: map[string]orm.Adapter{"ram": memory(t, true)}, Rules: orm.Modern()})
	if err == nil || !strings.Contains(err.Error(), "via names the attribute itself") {
		t.Errorf("1.x: got %v", err)
	}
}

// recorder notes which models its store was given.
type recorder struct {
	orm.Adapter
	defined []string
}

func (r *recorder) Define(_ context.Context, models []*orm.Model) error {
	for _, m := range models {
		r.defined = append(r.defined, m.Identity)
	}
	return nil
}

func TestOpenReportsEveryMistake(t *testing.T) {
	pet := definition("Pet", one("owner", "usr"), many("toys", "toy", "pte"), typed("a.b", "string"))
	toy := definition("Toy", typed("pet", "string"), typed("x", "string"), typed("x", "string"),
		orm.AttributeDef{Name: "k", PrimaryKey: true}, orm.AttributeDef{Name: "l", PrimaryKey: true})
	user := definition("User", many("toys", "toy", "pet"), orm.AttributeDef{Name: "n", Type: "string", Column: "toysColumn"},
		orm.AttributeDef{Name: "m", Type: "string", Column: "toysColumn"})
	user.Datastore = "rma"
	journal := definition("Journal", typed("x", "string"))
	journal.Table = "_Framework_migrations"
	_, err := orm.Open(context.Background(), []*orm.Definition{pet, toy, user, journal, definition("Pet")}, orm.Options{
		Datastores: map[string]orm.Adapter{"ram": memory(t, true)},
	})
	var first *orm.DefinitionError
	if !errors.As(err, &first) {
		t.Fatalf("got %v", err)
	}
	for _, want := range []string{
		`api/models/Pet.js: model Pet.owner: there is no model "usr" (did you mean "user"?)`,
		`api/models/Pet.js: model Pet.toys: via names no attribute of Toy: "pte" (did you mean "pet"?)`,
		`model Pet.a.b: an attribute's name`,
		`model Toy.x: the attribute is declared twice`,
		`model User: there is no datastore called "rma" (did you mean "ram"?)`,
		`model User.m: the column "toysColumn" is taken by the attribute n`,
		`model Journal: the table "_Framework_migrations" cannot be one of a model: the server keeps its own records in tables whose names begin with "_framework_" (call the table otherwise)`,
		`model Pet: the identity "pet" is taken by api/models/Pet.js`,
	} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("the error does not say %q", want)
		}
	}
	if t.Failed() {
		t.Log(err)
	}
}

func TestModelsWithoutKey(t *testing.T) {
	bare := definition("Bare", typed("x", "string"))
	bare.AutoPK = false
	options := orm.Options{Datastores: map[string]orm.Adapter{"ram": memory(t, true)}}
	o, err := orm.Open(t.Context(), []*orm.Definition{bare}, options)
	if err != nil {
		t.Fatal(err)
	}
	if m := o.Model("bare"); m.PrimaryKey != "id" || len(o.Warnings()) != 1 || !strings.Contains(o.Warnings()[0].String(), "no primary key") {
		t.Errorf("the key is %q, warnings %v", m.PrimaryKey, o.Warnings())
	}
	options.Rules = orm.Modern()
	if _, err := orm.Open(t.Context(), []*orm.Definition{bare}, options); err == nil || !strings.Contains(err.Error(), "model Bare: the model has no primary key") {
		t.Errorf("1.x: %v", err)
	}
}

func TestOpenRefusesSidesThatDisagree(t *testing.T) {
	for _, tc := range []struct {
		name string
		defs []*orm.Definition
		want string
	}{
		{"reference to another model", []*orm.Definition{
			definition("A", many("bs", "b", "c")), definition("B", one("c", "c")), definition("C"),
		}, "via names B.c, which is about c"},
		{"via of another attribute", []*orm.Definition{
			definition("A", many("bs", "b", "as"), many("others", "b", "as")), definition("B", many("as", "a", "bs")),
		}, `via names B.as, whose via is "bs"`},
		{"through nothing", []*orm.Definition{
			definition("A", orm.AttributeDef{Name: "b", Collection: "a", Through: "x", Via: "y"}),
		}, `there is no model "x" to go through`},
		{"through without reference", []*orm.Definition{
			definition("A", orm.AttributeDef{Name: "b", Collection: "a", Through: "x", Via: "y"}), definition("X"),
		}, "no attribute of X refers to A"},
		{"two datastores and no dominant side", []*orm.Definition{
			definition("A", many("bs", "b", "as")), elsewhere(definition("B", many("as", "a", "bs"))),
		}, "different datastores, ram and disk"},
		{"through on one side only", []*orm.Definition{
			definition("A", many("bs", "b", "as")), definition("B", orm.AttributeDef{Name: "as", Collection: "a", Via: "b", Through: "x"}),
			definition("X", one("a", "a"), one("b", "b")),
		}, "B.as goes through x"},
		{"join model of a taken name", []*orm.Definition{
			definition("A", many("bs", "b", "as")), definition("B", many("as", "a", "bs")), definition("A_bs__b_as"),
		}, "its join model would be called"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			_, err := orm.Open(context.Background(), tc.defs, orm.Options{Datastores: map[string]orm.Adapter{
				"ram": memory(t, true), "disk": memory(t, true),
			}})
			if err == nil || !strings.Contains(err.Error(), tc.want) {
				t.Errorf("got %v, want %q", err, tc.want)
			}
		})
	}
}

func TestOpenLinksACollectionWhosePartnerIsAboutAnotherModel(t *testing.T) {
	ctx := context.Background()
	o, err := orm.Open(ctx, []*orm.Definition{
		definition("A", many("bs", "b", "cs")), definition("B", many("cs", "c", "bs")), definition("C", many("bs", "b", "cs")),
	}, orm.Options{Datastores: map[string]orm.Adapter{"ram": memory(t, true)}})
	if err != nil {
		t.Fatal(err)
	}
	if w := o.Warnings(); len(w) != 1 || !strings.Contains(w[0].What, "A.bs: via names B.cs, which is about c") {
		t.Errorf("warnings: %q", w)
	}
	if a := o.Model("a").Association("bs"); a.Through != "a_bs__b_cs" || a.Far != "b_cs" {
		t.Errorf("got %+v", a)
	}
	row, err := o.Model("a").Create(ctx, value.Of("bs", []any{value.Of("id", int64(7))}))
	if err != nil {
		t.Fatal(err)
	}
	q, err := o.Model("a").Query(row.ID())
	if err != nil {
		t.Fatal(err)
	}
	q.Populate = []orm.Populate{{Alias: "bs"}}
	found, err := o.Model("a").FindOne(ctx, q)
	if err != nil {
		t.Fatal(err)
	}
	if got, _ := found.Value("bs").(orm.Records); len(got) != 1 || got[0].ID() != int64(7) {
		t.Errorf("populated %v", found.Value("bs"))
	}
}

func TestScript(t *testing.T) {
	d := definition("Odd",
		orm.AttributeDef{Name: "a", Type: "string", DefaultFunc: func(context.Context, *value.Map) (any, error) { return nil, nil }},
		orm.AttributeDef{Name: "b", Type: "integer", Rules: []orm.RuleDef{{Name: "min", Arg: int64(1)}, {Name: "even", Arg: true}}})
	d.Types = map[string]orm.Rule{"even": func(context.Context, any, *value.Map, any) (bool, error) { return true, nil }}
	d.Callbacks.BeforeCreate = append(d.Callbacks.BeforeCreate, func(context.Context, *value.Map) error { return nil })
	d.ToJSON = true
	o := compiled(t, d, definition("Plain", typed("a", "string")))
	want := []string{"lifecycle callback beforeCreate", "computed default of a", "validation rule even of b", "toJSON"}
	if diff := cmp.Diff(want, o.Model("odd").Script()); diff != "" {
		t.Error(diff)
	}
	if why := o.Model("plain").Script(); len(why) > 0 {
		t.Errorf("a plain model enters JavaScript for %v", why)
	}
}
