package schema

import (
	"fmt"
	"strings"

	"ariga.io/atlas/sql/migrate"
)

// Statement is a statement of a script.
type Statement struct {
	Text string // without the semicolon
	Pos  int    // of its first byte in the script
}

// Statements splits a script at its semicolons, not at those in texts, comments, bodies
// of functions and triggers. A line "DELIMITER //" changes the separator, as in the
// client of MySQL.
func (d Dialect) Statements(script string) ([]Statement, error) {
	scanner := &migrate.Scanner{ScannerOptions: migrate.ScannerOptions{
		MatchBegin: true, MatchBeginAtomic: d == PostgreSQL, MatchDollarQuote: d == PostgreSQL, EscapedStringExt: d == PostgreSQL,
		BackslashEscapes: d == MySQL, HashComments: d == MySQL,
	}}
	list, err := scanner.Scan(script)
	if err != nil {
		return nil, fmt.Errorf("the statements cannot be told apart: %w", err)
	}
	out := make([]Statement, 0, len(list))
	for _, s := range list {
		if text := strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(s.Text), ";")); text != "" {
			out = append(out, Statement{Text: text, Pos: s.Pos})
		}
	}
	return out, nil
}
