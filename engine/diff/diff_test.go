package diff_test

import (
	"slices"
	"strings"
	"testing"

	"framework/engine/diff"
	"framework/engine/orm"
	"framework/engine/orm/sqldb"
	"framework/engine/problem"
	"framework/router"
)

// version is one of routes such as "GET /pet" and models such as "Pet name:string
// owner:model=user friends:collection=pet".
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
			a := orm.AttributeDef{Name: name}
			switch what, of, _ := strings.Cut(kind, "="); what {
			case "model":
				a.Model = of
			case "collection":
				a.Collection = of
			default:
				a.Type = kind
			}
			d.Attributes = append(d.Attributes, a)
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
		{"one too many to list, which is listed", many[:7], nil, nil, nil, "− /1, − /2, − /3, − /4, − /5, − /6, − /7"},
		{"too many that are gone", many, nil, nil, nil, "− /1, − /2, − /3, − /4, − /5, − /6, − 2 more routes"},
		{"the verb alone", []string{"GET /a"}, nil, []string{"POST /a"}, nil, "+ POST /a, − GET /a"},
		{"the path alone", []string{"GET /a"}, nil, []string{"GET /b"}, nil, "+ GET /b, − GET /a"},
		{"the expression alone", []string{"GET r|^/a$|"}, nil, []string{"GET r|^/b$|"}, nil, "+ GET r|^/b$|, − GET r|^/a$|"},
		{"once, although it is there twice", []string{"/b"}, nil, []string{"/a", "/a", "/b"}, nil, "+ /a"},
		{
			"too many models", nil, nil, nil,
			[]string{"A", "B", "C", "D", "E", "F", "G", "H"},
			"+ model A, + model B, + model C, + model D, + model E, + model F, 2 more models",
		},
		{
			"too many attributes", nil,
			[]string{"Pet a:string b:string c:string d:string e:string f:string g:string h:string"},
			nil,
			[]string{"Pet A:string B:string C:string D:string E:string F:string G:string H:string"},
			"model Pet: + A, + B, + C, + D, + E, + F, + 2 more attributes, − a, − b, − c, − d, − e, − f, − 2 more attributes",
		},
		{"the order of attributes", nil, []string{"Pet a:string b:integer"}, nil, []string{"Pet b:integer a:string"}, ""},
		{"a name alone", nil, []string{"Pet a:string"}, nil, []string{"Pet b:string"}, "model Pet: + b, − a"},
		{"a type alone", nil, []string{"Pet a:string b:string"}, nil, []string{"Pet a:string b:integer"}, "model Pet: b is integer"},
		{
			"associations", nil,
			[]string{"Pet a:string b:model=pet c:collection=pet", "Cat"},
			nil,
			[]string{"Pet a:model=pet b:model=cat c:collection=cat", "Cat"},
			"model Pet: a is model pet, b is model cat, c is collection cat",
		},
		{"an association no more", nil, []string{"Pet a:model=pet b:model=pet"}, nil, []string{"Pet a:string b:"}, "model Pet: a is string, b is of no type"},
		{"tables of associations are no models", nil, []string{"Pet a:collection=pet"}, nil, []string{"Pet b:collection=pet"}, "model Pet: + b, − a"},
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
	known, added := problem.General("known"), problem.General("new")
	old.Warnings, old.Port = []problem.Problem{known}, 1337
	now.Warnings, now.Port, now.Host = []problem.Problem{known, added, added}, 8080, "localhost"
	const other = "config has another address (%s) than the one on which the server listens: it takes effect after a restart"
	for _, tt := range []struct {
		host string
		port int
		want string
	}{{"", 1337, ""}, {"", 80, ":80"}, {"localhost", 1337, "localhost:1337"}} {
		is := now
		is.Warnings, is.Host, is.Port = nil, tt.host, tt.port
		var want []problem.Problem
		if tt.want != "" {
			want = []problem.Problem{problem.General(other, tt.want)}
		}
		if got := diff.Compare(old, is).Warnings; !slices.Equal(got, want) {
			t.Errorf("%s:%d: got %q, want %q", tt.host, tt.port, got, want)
		}
	}
	want := []problem.Problem{added, problem.General(other, "localhost:8080")}
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
