package doctor

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// TestRequirements: what is in comments, strings and expressions is no code; what may
// fail or never run is marked with a question mark.
func TestRequirements(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		`var a = require('a'), b = require("b/c");`:                                "1:a 1:b/c",
		"// require('a')\n/* require('b')\n */ require('c')":                       "3:c",
		`var s = "require('a')", r = /require('b')["/]/, t = 4 / 2; require('c')`:  "1:c",
		"var s = `${require('a')} require('b') ${`${require('c')}`}`":              "1:a 1:c",
		"try { require('a') } catch (e) {\nrequire('b') }":                         "1:a? 2:b",
		"if (f(x)) { require('a') } else { require('b') }\nrequire('c')":           "1:a? 1:b? 2:c",
		"import x from 'a'\nimport { y,\n z } from 'b'\nimport 'c'":                "1:a 3:b 4:c",
		"import type { X } from 'a'; import('b'); export { q } from 'c'":           "1:b 1:c",
		"#!/usr/bin/env require('a')\nrequire(name); x.require('b'); require(`c`)": "2:c",
		`return /['"]/.test(x) && require('a')`:                                    "1:a",
		"require('a-' + name); require('b' )":                                      "1:b",
		"require('":                                                                "",
	} {
		s := scan(text)
		var got []string
		for _, q := range s.requirements() {
			mark := ""
			if s.isUnsure(q.at) {
				mark = "?"
			}
			got = append(got, fmt.Sprintf("%d:%s%s", s.line(q.at), q.name, mark))
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s: got %s, want %s", text, strings.Join(got, " "), want)
		}
	}
}

func FuzzScan(f *testing.F) {
	f.Add("var a = `${require('a')}` + /x[/]/; try { require('b') } catch (e) {}")
	f.Add("import {a} from 'b'; /* \" */ if (x) { `")
	f.Fuzz(func(t *testing.T, text string) {
		s := scan(text)
		if len(s.code) != len(text) || strings.Count(s.code, "\n") != strings.Count(text, "\n") {
			t.Fatalf("%q is %q", text, s.code)
		}
		for _, q := range s.requirements() {
			s.isUnsure(q.at)
			if line := s.line(q.at); line < 1 || !slices.Contains(strings.Split(text, "\n"), strings.Split(text, "\n")[line-1]) {
				t.Fatalf("%q: line %d", text, line)
			}
		}
	})
}
