package sqldb

import (
	"context"
	"fmt"

	"zombiezen.com/go/sqlite"

	"framework/engine/orm"
	"framework/engine/orm/sqltext"
	"framework/engine/value"
)

// Native implements sqlstore.Engine. A statement that reads runs concurrently with the
// writer.
func (a *access) Native(ctx context.Context, command, sql string, args []any, result *orm.Result) error {
	text := []byte(sql)
	run := func(c *conn) error {
		c.follow(a.shape.Load())
		*result = orm.Result{Command: command}
		return c.raws(text, args, result)
	}
	switch command {
	case "SELECT", "VALUES", "EXPLAIN", "WITH":
		err := a.read(ctx, run)
		if sqlite.ErrCode(err).ToPrimary() == sqlite.ResultReadOnly {
			err = a.change(ctx, run)
		}
		return err
	case "CREATE", "ALTER", "DROP":
		defer a.shape.Add(1)
	}
	return a.change(ctx, run)
}

// renumber writes $1 as SQLite's ?1.
func renumber(sql string, args []any) (string, []any) {
	return sqltext.Lexis{Brackets: true}.Renumber(sql, func(digits string) string { return "?" + digits }), args
}

// Lease implements orm.Leaser. All writes go over one connection anyway, and
// nothing that a connection could remember is allowed, so there is none to keep.
func (db *DB) Lease(ctx context.Context, fn func(ctx context.Context) error) error { return fn(ctx) }

// raws runs a statement and fills in the result.
func (c *conn) raws(text []byte, args []any, result *orm.Result) error {
	stmt, err := c.prepare(text)
	if err != nil {
		return err
	}
	if n := stmt.BindParamCount(); n != len(args) {
		return &orm.UsageError{Reason: fmt.Sprintf("query %.200q: the statement has %d parameters, but %d values were given", text, n, len(args))}
	}
	// ColumnName is slow and its map loses repeated names: read each once.
	names := make([]string, stmt.ColumnCount())
	for i := range names {
		names[i] = stmt.ColumnName(i)
	}
	result.Columns = names
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
