package sqldb

import (
	"bytes"
	"context"
	"fmt"
	"strings"

	"zombiezen.com/go/sqlite"

	"framework/engine/orm"
	"framework/engine/orm/sqltext"
	"framework/engine/value"
)

// Query implements orm.RawQuerier: one statement, whose parameters are ? or
// ?1. A statement that reads runs concurrently with the writer. Transactions
// are started with Transact, not here.
func (db *DB) Query(ctx context.Context, sql string, args []any) ([]*value.Map, error) {
	result, err := db.NativeQuery(ctx, sql, args, false)
	if err != nil {
		return nil, err
	}
	return result.Rows, nil
}

// NativeQuery implements orm.NativeQuerier, see Query.
func (db *DB) NativeQuery(ctx context.Context, sql string, args []any, numbered bool) (*orm.Result, error) {
	word := sqltext.Command(sql)
	switch word {
	case "BEGIN", "COMMIT", "END", "ROLLBACK", "SAVEPOINT", "RELEASE", "ATTACH", "DETACH":
		return nil, &orm.UsageError{Reason: word + " cannot be sent as a query; use a transaction of the datastore"}
	}
	text := []byte(sql)
	if numbered {
		text = parameters(sql)
	}
	result := &orm.Result{Command: word}
	run := func(c *conn) error {
		c.follow(db.shape.Load())
		return c.raws(text, args, result)
	}
	var err error
	switch word {
	case "SELECT", "VALUES", "EXPLAIN", "WITH":
		err = db.access.read(ctx, run)
		if sqlite.ErrCode(err).ToPrimary() == sqlite.ResultReadOnly {
			err = db.access.change(ctx, run)
		}
	case "CREATE", "ALTER", "DROP":
		err = db.access.change(ctx, run)
		db.shape.Add(1)
	default:
		err = db.access.change(ctx, run)
	}
	if err != nil {
		return nil, fmt.Errorf("query %.200q: %w", sql, err)
	}
	return result, nil
}

// Lease implements orm.Leaser. All writes go over one connection anyway, and
// nothing that a connection could remember is allowed, so there is none to keep.
func (db *DB) Lease(ctx context.Context, fn func(ctx context.Context) error) error { return fn(ctx) }

// raws runs a statement; it may be called again for the same result.
func (c *conn) raws(text []byte, args []any, result *orm.Result) error {
	if len(bytes.TrimSpace(text)) == 0 {
		return &orm.UsageError{Reason: "the SQL text is empty"}
	}
	stmt, err := c.prepare(text)
	if err != nil {
		return err
	}
	if n := stmt.BindParamCount(); n != len(args) {
		return &orm.UsageError{Reason: fmt.Sprintf("the statement has %d parameters, but %d values were given", n, len(args))}
	}
	// ColumnName is slow and its map loses repeated names: read each once.
	names := make([]string, stmt.ColumnCount())
	for i := range names {
		names[i] = stmt.ColumnName(i)
	}
	result.Rows, result.Columns, result.Affected, result.InsertID = nil, names, 0, nil
	err = c.query(text, args, func(stmt *sqlite.Stmt) error {
		row := value.New(len(names))
		for i, name := range names {
			if name != "" {
				row.Set(name, decodeAny(stmt, i))
			}
		}
		result.Rows = append(result.Rows, row)
		return nil
	})
	if err != nil {
		return err
	}
	switch result.Command {
	case "INSERT", "REPLACE":
		result.InsertID = c.raw.LastInsertRowID()
		fallthrough
	case "UPDATE", "DELETE":
		result.Affected = int64(c.raw.Changes())
	default:
		result.Affected = int64(len(result.Rows))
	}
	return nil
}

// parameters writes $1 as SQLite's ?1, outside of strings, names and comments.
func parameters(sql string) []byte {
	out := make([]byte, 0, len(sql))
	for i := 0; i < len(sql); {
		end := i + 1
		switch ch := sql[i]; {
		case ch == '\'' || ch == '"' || ch == '`':
			end = after(sql, i+1, string(ch))
		case ch == '[':
			end = after(sql, i+1, "]")
		case strings.HasPrefix(sql[i:], "--"):
			end = after(sql, i+2, "\n")
		case strings.HasPrefix(sql[i:], "/*"):
			end = after(sql, i+2, "*/")
		case ch == '$' && end < len(sql) && sql[end] >= '0' && sql[end] <= '9':
			out = append(out, '?')
			i++
			continue
		}
		out = append(out, sql[i:end]...)
		i = end
	}
	return out
}

// after is the index behind the next end in sql at or after from.
func after(sql string, from int, end string) int {
	if i := strings.Index(sql[from:], end); i >= 0 {
		return from + i + len(end)
	}
	return len(sql)
}
