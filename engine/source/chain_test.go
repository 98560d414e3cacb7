package source_test

import (
	"fmt"
	"strings"
	"testing"

	"framework/engine/source"
)

// TestChains: a call is marked with (), an assignment with =.
func TestChains(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"a.b.c(1); d.e":                "1:1 a.b.c() 1:11 d.e",
		"a.b = c.d(e)":                 "1:1 a.b= 1:7 c.d()",
		"a?.b(); a.b?.c(); a.b\n .c()": "2:3 a.b.c()",
		"x().a.b(); 'a.b'; // a.b":     "",
		"this.a.b(); a.default()":      "1:13 a.default()",
		"`${a.b()}`":                   "1:4 a.b()",
	} {
		var got []string
		for _, c := range source.Read(text).Chains() {
			at := c.Places[len(c.Places)-1]
			if at.Line == 1 {
				at = c.Places[0]
			}
			name := strings.Join(c.Names, ".")
			if c.Called {
				name += "()"
			}
			if c.Assigned {
				name += "="
			}
			got = append(got, fmt.Sprintf("%d:%d %s", at.Line, at.Column, name))
		}
		if got := strings.Join(got, " "); got != want {
			t.Errorf("%s: got %q, want %q", text, got, want)
		}
	}
}

// TestFollowing: what is called on what the first chain gives.
func TestFollowing(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"a.b({c: [1]}).d(e.f()).g(`${h.i()}`)":  "d g",
		"a.b().c.d()":                           "",
		"a.b()?.c()":                            "",
		"a.b(function () { c.d().e(); })\n.f()": "f",
		"a.b; a.c().d()":                        "",
		"a.b(":                                  "",
	} {
		s := source.Read(text)
		names, _ := s.Following(s.Chains()[0])
		if got := strings.Join(names, " "); got != want {
			t.Errorf("%s: got %q, want %q", text, got, want)
		}
	}
}

// TestKeys: the keys of the first argument, - where they are not all written out.
func TestKeys(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"a.b({ x: 1, 'y': { z: [1, { q: 1 }] }, w, m() { return { n: 1 } } })": "x y w m",
		"a.b({ x: c ? d : e, y: f(g, h), z: `${i}` })":                         "x y z",
		"a.b({ ...c, x: 1 })": "-",
		"a.b({ [c]: 1 })":     "-",
		"a.b(c, { x: 1 })":    "-",
		"a.b({})":             "",
		"a.b({ x: 1":          "-",
	} {
		s := source.Read(text)
		names, places := s.Keys(s.Chains()[0])
		got := strings.Join(names, " ")
		if places == nil {
			got = "-"
		}
		if got != want {
			t.Errorf("%s: got %q, want %q", text, got, want)
		}
	}
}

// TestLazy: requires in functions are marked.
func TestLazy(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		"require('a')":                              false,
		"if (x) { require('a') }":                   false,
		"x = { y: require('a') }":                   false,
		"function f(a) { if (a) { require('a') } }": true,
		"x = { f() { return require('a') } }":       true,
		"x = () => { require('a') }":                true,
		"x = () => require('a')":                    true,
		"(function () { })(); require('a')":         false,
	} {
		if got := source.Read(text).Requirements()[0].Lazy; got != want {
			t.Errorf("%s: lazy: %v", text, got)
		}
	}
}

func TestBareAndGlobals(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		"Pet.find()": false, "var Pet = 1": true, "function f(Pet) {}": true, "x = { Pet: 1 }": false, "x.Pet = 1": false, "const { Pet } = x": true,
	} {
		if got := source.Read(text).Bare("Pet"); got != want {
			t.Errorf("%s: bare: %v", text, got)
		}
	}
	if got := strings.Join(source.Read("A = 1; global.B = 2; x.C = 3; global.D").Globals(), " "); got != "A B" {
		t.Errorf("globals: %q", got)
	}
}

// TestDiscarded: the number of arguments, and p if the last one is plain.
func TestDiscarded(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"a.b();":                            "0p",
		"a.b({c: [1, 2]}, 'd')":             "2p",
		"a.b(c)\nd()":                       "1",
		"a.b({}).set({c: 1});":              "1p",
		"function f() { a.b(1) }":           "1p",
		"x = 1\na.b(1)":                     "", // only ; ends a statement for certain
		"{}\na.b(`c`)":                      "1p",
		"a.b(function () {})":               "",
		"a.b({c: function () {}})":          "1p",
		"a.b().exec(() => 1)":               "",
		"return a.b()":                      "",
		"await a.b()":                       "",
		"var c = a.b();":                    "",
		"c => a.b()":                        "",
		"a.b() || c":                        "",
		"a.b()\n.c":                         "",
		"a.b(":                              "",
		"({ c: a.b() })":                    "",
		"if (c) { a.b({}) } else { d.e() }": "1p",
	} {
		s := source.Read(text)
		got := ""
		for _, c := range s.Chains() {
			if c.Names[0] != "a" {
				continue
			}
			if n, plain, ok := s.Discarded(c); ok {
				if got = fmt.Sprint(n); plain {
					got += "p"
				}
			}
		}
		if got != want {
			t.Errorf("%s: got %q, want %q", text, got, want)
		}
	}
}

// TestExports: scripts that offer something, and those that do not.
func TestExports(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		"":                         true,
		"module.exports = {}":      true,
		"exports.a = 1":            true,
		"export default {}":        true,
		"this.a = 1":               true,
		"Mailer = {}":              true,
		"f()\nMailer = {}":         true,
		"global.Mailer = {}":       true,
		"var Mailer = {}":          false,
		"function a() {}":          false,
		"let a = 1, b = 2; a += b": false,
	} {
		if got := source.Read(text).Exports(); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}
