package source_test

import (
	"fmt"
	"strings"
	"testing"

	"framework/engine/source"
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

		// Templates: what stands in ${…} is code, to any depth.
		"var s = `a ${ {a: `${require('a')}`} } require('b')`; require('c')": "1:a 1:c",
		"`${f({}, '}')} ${require('a')}`; require('b')":                      "1:a 1:b",
		"`\\`require('a')${'`'}`; require('b')":                              "1:b",
		"try { `${require('a')}` } catch (e) {}; `${require('b')}`":          "1:a? 1:b",
		"require(`a${x}`); require(`b\nc`); import(`d`)":                     "2:d",

		// Regular expressions and divisions.
		"if (x) /require('a')/.test(y); require('b')":             "1:b",
		"while (x) /'/.test(y); require('a')":                     "1:a",
		"var a = (b) / c; require('a'); d = e / f":                "1:a",
		"var a = b[0] / 2 + '/'; require('a')":                    "1:a",
		"i++ / 2; require('a'); j / 3":                            "1:a",
		"var a = x.in / 2, b = y.return / 2; require('a'); 1 / 1": "1:a",
		"x = this / 2; require('a'); y / 2":                       "1:a",
		"{ }\n/[/'\"]'/.exec(x); require('a')":                    "2:a",
		"x => /'/; require('a')":                                  "1:a",
		"`${/}'/.source}`; require('a')":                          "1:a",
		"case /'/: require('a')":                                  "1:a",

		// Comments.
		"require(/* 'a' */ 'b' // c\n)":              "1:b",
		"import /* 'a' */ x // 'b'\nfrom 'c'":        "2:c",
		"var a = 1 // '\n/* \" */ / 2; require('a')": "2:a",
		"<!-- require('a')\nrequire('b')":            "2:b",

		// Imports and exports of all kinds.
		"import a, * as b from 'c'; export * from 'd'; export * as e from 'f'": "1:c 1:d 1:f",
		"import a, { b as c, default as d } from 'e'":                          "1:e",
		"import type from 'a'; import type, { b } from 'c'":                    "1:a 1:c",
		"export type { A } from 'a'; import type * as B from 'b'":              "",
		"import a = require('b'); export = require('c')":                       "1:b 1:c",
		"export default { from: 'a' }; export const from = 'b', x = 'c'":       "",
		"import.meta.url; x.import('a'); x?.require('b'); y.require?.('c')":    "",
		"const x = await import('a'); import('b').then(f)":                     "1:a 1:b",
		"'use strict'; import a = b.c":                                         "",

		// What comes behind a mistake is read as well as it can be.
		"var a = 'b\nrequire('c')":                  "2:c",
		"f(]); require('a')":                        "1:a",
		"fs.chmod('x', 0755); require('a')":         "1:a",
		"@decorated class A {}\nrequire('a')":       "2:a",
		"const {a, ...b} = x ?? y?.z; require('a')": "1:a",
		"\uFEFFrequire('a')":                        "1:a",
	} {
		s := source.Read(text)
		var got []string
		for _, q := range s.Requirements() {
			mark := ""
			if q.Optional {
				mark = "?"
			}
			got = append(got, fmt.Sprintf("%d:%s%s", q.Line, q.Name, mark))
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s: got %s, want %s", text, strings.Join(got, " "), want)
		}
	}
}

// TestCalls: a member of a module is called by the name that the script gives to one of
// both.
func TestCalls(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"const cp = require('m');\n  cp.f(); x.cp.f(); cp.g(); cp.f; new cp.f()": "2:3 2:39",
		"cp = require('m'); cp?.f(); cp.f?.(); cp /* . */ .\nf ()":               "1:20 1:29 1:39",
		"const { f } = require('m'); f(); x.f(); f":                              "1:29",
		"const { g, f: h } = require('m'); f(); h()":                             "1:40",
		"const { g: f } = require('m'); f()":                                     "",
		"require('m').f(); require('m').g(); require('other').f()":               "1:1",
		"import * as a from 'm'; a.f()":                                          "1:25",
		"import a, { f as b } from 'm'; a.f(); b(); f()":                         "1:32 1:39",
		"import { f } from 'm'; import 'm'; f()":                                 "1:36",
		"const a = await import('m'); a.f()":                                     "1:30",
		"const { f } = await import('m'); f()":                                   "1:34",
		"f(require('m')); f()":                                                   "",
		"const m = require('m'); // m.f()\n'm.f()'; /m.f()/; `m.f() ${m.f()}`":   "2:28",
		"const m = require('m'), s = 'm.f(', t = `${'m.f('}`; m . f (1)":         "1:54",
		"const f = require('m').g; f()":                                          "",
		"import type { f } from 'm'; f()":                                        "",
		"const m: any = 1; import m = require('m')":                              "",
	} {
		s := source.Read(text)
		var got []string
		for _, q := range s.Requirements() {
			if q.Name != "m" {
				continue
			}
			for _, at := range s.Calls(q, "f") {
				got = append(got, fmt.Sprintf("%d:%d", at.Line, at.Column))
			}
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s: got %s, want %s", text, strings.Join(got, " "), want)
		}
	}
}

// TestFaults: the first mistake is reported with its position.
func TestFaults(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"fs.chmod('x', 0755, 08); @a class B {}": "",
		"#!/usr/bin/env node 'x\nf()":            "",
		"return 1; a = b?.[0] ?? `${`x`}`":       "",
		"\n  f('a\n'":                            "2:5 unterminated string literal",
		"`a ${b":                                 "1:1 ${ is not closed",
		"`a ${b} c":                              "1:7 unterminated template literal",
		"f(); /* x":                              "1:6 unexpected EOF in comment",
		"x = /a\n1":                              "1:5 unterminated regular expression",
		"f(a]; g(":                               "1:4 unexpected ]",
		"f(a); }":                                "1:7 unexpected }",
		"if (a) { f(function () { }\n":           "1:11 ( is not closed",
		"a(); if (b) {\n  c();\n":                `1:13 { is not closed, which "if (b) {" opens`,
		"for (a; b; c) {\n":                      `1:15 { is not closed, which "for (a; b; c) {" opens`,
		"a; b.forEach(function (c) {":            `1:27 { is not closed, which "b.forEach(function (c) {" opens`,
		"{\n":                                    "1:1 { is not closed",
	} {
		s := source.Read(text)
		got := ""
		if f := s.Fault; f != nil {
			got = fmt.Sprintf("%d:%d %s", f.Line, f.Column, f.What)
		}
		if got != want {
			t.Errorf("%s: got %q, want %q", text, got, want)
		}
	}
}

// TestProperties: properties are found in modules and in JSON.
func TestProperties(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"module.exports = { a: 'b', connection: 'c' }":          "c 1:28",
		`{"datastore": "a", "connection": ["b"]}`:               "a 1:20",
		"x = {\n  'connection' : [ `a`, 'b' ] }":                "a 2:3",
		"x = { connection: { type: 'string' } }":                " 1:7",
		"// connection: 'a'\nx = 'connection: b'; connection()": " none",
		"x = { myconnection: 'a', connection: b }":              " 1:26",
	} {
		s := source.Read(text)
		name, _ := s.Text("connection", "datastore")
		place := "none"
		if p, ok := s.Property("connection", ""); ok {
			place = fmt.Sprintf("%d:%d", p.Line, p.Column)
		}
		if got := name + " " + place; got != want {
			t.Errorf("%s: got %q, want %q", text, got, want)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add("var a = `${require('a')}` + /x[/]/; try { require('b') } catch (e) {}")
	f.Add("import {a} from 'b'; /* \" */ if (x) { `")
	f.Add("#")
	f.Add("1A.A0")
	f.Add("const {a: b} = await import('m'); b?.(); 0755 / @ # \\")
	f.Fuzz(func(t *testing.T, text string) {
		s := source.Read(text)
		lines := strings.Split(text, "\n")
		at := func(p source.Place) string {
			if p.Line < 1 || p.Line > len(lines) || p.Column < 1 || p.Column > len(lines[p.Line-1])+1 {
				t.Fatalf("%q: %+v", text, p)
			}
			return lines[p.Line-1][p.Column-1:]
		}
		if s.Fault != nil {
			at(s.Fault.Place)
		}
		for _, q := range s.Requirements() {
			if !strings.HasPrefix(at(q.Place)[1:], q.Name) {
				t.Fatalf("%q: %+v", text, q)
			}
			for _, call := range s.Calls(q, "f") {
				at(call)
			}
		}
		for _, found := range s.Find("x", ".", "f", "(") {
			if at(found)[0] != 'x' {
				t.Fatalf("%q: %+v", text, found)
			}
		}
		if text, ok := s.Text("a", "b"); ok && strings.Contains(text, "\n") {
			t.Fatalf("%q", text)
		}
	})
}
