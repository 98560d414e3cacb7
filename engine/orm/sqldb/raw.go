package sqldb

import (
	"context"
	"fmt"
	"strings"

	"zombiezen.com/go/sqlite"

	"framework/engine/ordered"
	"framework/engine/orm"
)

// Query implements orm.RawQuerier: one statement, whose parameters are ? or
// ?1. A statement that reads runs beside the writer. Transactions are begun
// with Transact, not here.
func (db *DB) Query(ctx context.Context, sql string, args []any) ([]*ordered.Map, error) {
	word := firstWord(sql)
	switch word {
	case "BEGIN", "COMMIT", "END", "ROLLBACK", "SAVEPOINT", "RELEASE", "ATTACH", "DETACH":
		return nil, &orm.UsageError{Reason: word + " cannot be sent as a query; use a transaction of the datastore"}
	}
	var rows []*ordered.Map
	run := func(c *conn) (err error) {
		rows, err = c.raws(sql, args)
		return err
	}
	var err error
	switch word {
	case "SELECT", "VALUES", "EXPLAIN", "WITH":
		err = db.read(ctx, run)
		if sqlite.ErrCode(err).ToPrimary() == sqlite.ResultReadOnly {
			err = db.change(ctx, run)
		}
	default:
		err = db.change(ctx, run)
	}
	if err != nil {
		return nil, fmt.Errorf("query %.200q: %w", sql, err)
	}
	return rows, nil
}

func (c *conn) raws(sql string, args []any) ([]*ordered.Map, error) {
	text := []byte(sql)
	if strings.TrimSpace(sql) == "" {
		return nil, &orm.UsageError{Reason: "the SQL text is empty"}
	}
	stmt, err := c.prepare(text)
	if err != nil {
		return nil, err
	}
	if n := stmt.BindParamCount(); n != len(args) {
		return nil, &orm.UsageError{Reason: fmt.Sprintf("the statement has %d parameters, but %d values were given", n, len(args))}
	}
	// ColumnName is slow and its map loses repeated names: read each once.
	var names []string
	var rows []*ordered.Map
	err = c.query(text, args, func(stmt *sqlite.Stmt) error {
		if names == nil {
			names = make([]string, stmt.ColumnCount())
			for i := range names {
				names[i] = stmt.ColumnName(i)
			}
		}
		row := ordered.New(len(names))
		for i, name := range names {
			if name != "" {
				row.Set(name, decodeAny(stmt, i))
			}
		}
		rows = append(rows, row)
		return nil
	})
	return rows, err
}

// firstWord returns the first keyword of a statement in capitals.
func firstWord(sql string) string {
	for {
		sql = strings.TrimLeft(sql, " \t\r\n\f;\ufeff")
		switch {
		case strings.HasPrefix(sql, "--"):
			_, sql, _ = strings.Cut(sql, "\n")
		case strings.HasPrefix(sql, "/*"):
			_, sql, _ = strings.Cut(sql[2:], "*/")
		default:
			end := strings.IndexFunc(sql, func(r rune) bool { return (r|0x20) < 'a' || (r|0x20) > 'z' })
			if end < 0 {
				end = len(sql)
			}
			return strings.ToUpper(sql[:end])
		}
	}
}
