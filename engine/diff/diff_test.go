package diff_test

import (
	"slices"
	"strings"
	"testing"

	"framework/engine/diff"
	"framework/engine/orm"
	"framework/engine/orm/sqldb"
	"framework/router"
)

// version is one of routes such as "GET /pet" and models such as "Pet name:string".
func version(t *testing.T, routes, models []string) diff.Version {
	t.Helper()
	var v diff.Version
	for _, route := range routes {
		address, err := router.ParseAddress(route)
		if err != nil {
			t.Fatal(err)
		}
		v.Bindings = append(v.Bindings, &router.Binding{Address: address})
	}
	var definitions []*orm.Definition
	for _, model := range models {
		words := strings.Fields(model)
		d := &orm.Definition{Identity: strings.ToLower(words[0]), GlobalID: words[0], Datastore: "ram", AutoPK: true}
		for _, word := range words[1:] {
			name, kind, _ := strings.Cut(word, ":")
			d.Attributes = append(d.Attributes, orm.AttributeDef{Name: name, Type: kind})
		}
		definitions = append(definitions, d)
	}
	db, err := sqldb.Open(t.Context(), sqldb.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	if v.Models, err = orm.Open(t.Context(), definitions, orm.Options{Datastores: map[string]orm.Adapter{"ram": db}}); err != nil {
		t.Fatal(err)
	}
	return v
}

func TestCompare(t *testing.T) {
	t.Parallel()
	many := []string{"/1", "/2", "/3", "/4", "/5", "/6", "/7", "/8"}
	for _, tt := range []struct {
		name                                       string
		oldRoutes, oldModels, newRoutes, newModels []string
		want                                       string
	}{
		{"nothing", []string{"GET /pet"}, []string{"Pet a:string"}, []string{"GET /pet"}, []string{"Pet a:string"}, ""},
		{
			"routes come and go",
			[]string{"GET /old", "/kept"},
			nil,
			[]string{"/kept", "POST /new", "r|^/x$|name"},
			nil,
			"+ POST /new, + r|^/x$|, − GET /old",
		},
		{"the order alone", []string{"/a", "/b"}, nil, []string{"/b", "/a"}, nil, ""},
		{"too many to list", nil, nil, many, nil, "+ /1, + /2, + /3, + /4, + /5, + /6, + 2 more routes"},
		{"models come and go", nil, []string{"Pet a:string"}, nil, []string{"Cat a:string"}, "+ model Cat, − model Pet"},
		{
			"attributes", nil,
			[]string{"Pet a:string b:string c:string"},
			nil,
			[]string{"Pet a:integer b:string d:string"},
			"model Pet: + d, − c, a is integer",
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			d := diff.Compare(version(t, tt.oldRoutes, tt.oldModels), version(t, tt.newRoutes, tt.newModels))
			if got := d.String(); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

func TestCompareWarnings(t *testing.T) {
	t.Parallel()
	old, now := version(t, nil, nil), version(t, nil, nil)
	old.Warnings, old.Port = []string{"known"}, 1337
	now.Warnings, now.Port, now.Host = []string{"known", "new", "new"}, 8080, "localhost"
	want := []string{"new", "config asks for another address (localhost:8080) than the server listens on: it moves there when it is started again"}
	if got := diff.Compare(old, now).Warnings; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestList(t *testing.T) {
	t.Parallel()
	if got := diff.List(strings.Split("abcdefgh", ""), "files"); got != "a, b, c, d, e, f, 2 more files" {
		t.Errorf("got %q", got)
	}
	if got := diff.List([]string{"a", "b"}, "files"); got != "a, b" {
		t.Errorf("got %q", got)
	}
}
