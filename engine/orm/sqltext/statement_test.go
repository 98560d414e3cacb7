package sqltext_test

import (
	"testing"

	"framework/engine/orm/sqltext"
)

func TestCommand(t *testing.T) {
	for sql, want := range map[string]string{
		"SELECT 1":                              "SELECT",
		" \n;select * from x":                   "SELECT",
		"(SELECT 1) UNION (SELECT 2)":           "SELECT",
		"-- drop\n/* it */ Insert into x":       "INSERT",
		"\ufeffdelete":                          "DELETE",
		"/* never ends":                         "",
		"-- only a comment":                     "",
		"":                                      "",
		"42":                                    "",
		"WITH\tx AS (SELECT 1) SELECT * FROM x": "WITH",
	} {
		if got := sqltext.Command(sql); got != want {
			t.Errorf("%q is %q, want %q", sql, got, want)
		}
	}
}
