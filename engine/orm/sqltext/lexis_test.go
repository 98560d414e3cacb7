package sqltext_test

import (
	"strings"
	"testing"

	"framework/engine/orm/sqltext"
)

func TestRenumber(t *testing.T) {
	sqlite := sqltext.Lexis{Brackets: true}
	mysql := sqltext.Lexis{Backslashes: true, HashComments: true, SpacedDashes: true}
	for _, c := range []struct{ sql, sqlite, mysql string }{
		{"SELECT $1, $12, $, $x", "SELECT <1>, <12>, $, $x", "SELECT <1>, <12>, $, $x"},
		{"'$1' \"$1\" `$1` $2", "'$1' \"$1\" `$1` <2>", "'$1' \"$1\" `$1` <2>"},
		{"'it''s $1' $2", "'it''s $1' <2>", "'it''s $1' <2>"},
		{`'\' $1`, `'\' <1>`, `'\' $1`},
		{"[$1] $2", "[$1] <2>", "[<1>] <2>"},
		{"# $1\n$2", "# <1>\n<2>", "# $1\n<2>"},
		{"5--$1\n$2", "5--$1\n<2>", "5--<1>\n<2>"},
		{"-- $1\n$2", "-- $1\n<2>", "-- $1\n<2>"},
		{"/* $1 */$2 /* $3", "/* $1 */<2> /* $3", "/* $1 */<2> /* $3"},
		{"'$1", "'$1", "'$1"},
	} {
		angles := func(digits string) string { return "<" + digits + ">" }
		if got := sqlite.Renumber(c.sql, angles); got != c.sqlite {
			t.Errorf("%q is %q on SQLite, want %q", c.sql, got, c.sqlite)
		}
		if got := mysql.Renumber(c.sql, angles); got != c.mysql {
			t.Errorf("%q is %q on MySQL, want %q", c.sql, got, c.mysql)
		}
	}
}

// FuzzWalk: the parts of a text are the text, and nothing makes Walk fail.
func FuzzWalk(f *testing.F) {
	for _, seed := range []string{"SELECT '\\", "/*", "--", "[", "`a`#", "\"", "'\\'' $1"} {
		f.Add(seed, true)
		f.Add(seed, false)
	}
	f.Fuzz(func(t *testing.T, sql string, own bool) {
		var b strings.Builder
		sqltext.Lexis{Backslashes: own, Brackets: !own, HashComments: own, SpacedDashes: own}.Walk(sql, func(part string, _ bool) { b.WriteString(part) })
		if b.String() != sql {
			t.Errorf("the parts of %q are %q", sql, b.String())
		}
	})
}
