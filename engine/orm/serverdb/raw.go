package serverdb

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"framework/engine/orm"
	"framework/engine/orm/sqlstore"
	"framework/engine/orm/sqltext"
	"framework/engine/value"
)

// Query implements orm.RawQuerier: one statement in the SQL of the server, with the
// parameters $1 on PostgreSQL and ? on MySQL. Values have the types of the result
// columns; 8-byte integers and decimals are numbers. Transactions need Transact.
func (db *DB) Query(ctx context.Context, sql string, args []any) ([]*value.Map, error) {
	result, err := db.NativeQuery(ctx, sql, args, false)
	if err != nil {
		return nil, err
	}
	return result.Rows, nil
}

// NativeQuery implements orm.NativeQuerier, see Query.
func (db *DB) NativeQuery(ctx context.Context, sql string, args []any, numbered bool) (*orm.Result, error) {
	d := db.driver.dialect()
	word := sqltext.Command(sql)
	switch word {
	case "":
		return nil, &orm.UsageError{Reason: "the SQL text is empty"}
	case "BEGIN", "START", "COMMIT", "END", "ROLLBACK", "ABORT", "SAVEPOINT", "RELEASE", "PREPARE", "COPY":
		return nil, &orm.UsageError{Reason: word + " cannot be sent as a query; use a transaction of the datastore"}
	case "SET", "RESET", "DISCARD", "USE", "LISTEN", "LOCK", "UNLOCK", "DECLARE":
		l := db.leased(ctx)
		if l == nil {
			return nil, &orm.UsageError{Reason: word + " cannot be sent as a query: the connection is shared; lease one from the datastore"}
		}
		l.dirty = true
	}
	if numbered && !d.Numbered {
		sql, args = unnumbered(sql, args)
	}
	result := &orm.Result{}
	err := db.write(ctx, func(ctx context.Context, s statements) (err error) {
		*result = orm.Result{Command: word}
		return s.native(ctx, sql, args, result)
	})
	if err != nil {
		return nil, db.Wrap(fmt.Sprintf("query %.200q", sql), nil, db.refused(err))
	}
	return result, nil
}

// refused returns the error for a statement of the project that the server refuses: its
// own message.
func (db *DB) refused(err error) error {
	if f := db.driver.failure(err); f.Kind == sqlstore.BadData {
		return fmt.Errorf("%s (%w)", f.Reason, err)
	}
	return err
}

// unnumbered replaces $1 with ?, except in strings, names and comments, and sorts the
// arguments in the order of their use.
func unnumbered(sql string, args []any) (string, []any) {
	var b strings.Builder
	var used []any
	walk(sql, func(part string, code bool) {
		for code {
			i := strings.IndexByte(part, '$')
			if i < 0 {
				break
			}
			end := i + 1
			for end < len(part) && part[end] >= '0' && part[end] <= '9' {
				end++
			}
			n, err := strconv.Atoi(part[i+1 : end])
			if err != nil || n < 1 || n > len(args) {
				b.WriteString(part[:end])
			} else {
				b.WriteString(part[:i] + "?")
				used = append(used, args[n-1])
			}
			part = part[end:]
		}
		b.WriteString(part)
	})
	return b.String(), used
}

// walk splits SQL of MySQL: fn gets its parts in order, and whether a part is code, or
// else a string, a name or a comment.
func walk(sql string, fn func(part string, code bool)) {
	start := 0
	for i := 0; i < len(sql); {
		end := i + 1
		switch ch := sql[i]; {
		case ch == '\'' || ch == '"' || ch == '`':
			for end < len(sql) && sql[end] != ch {
				if sql[end] == '\\' && ch != '`' {
					end++
				}
				end++
			}
			end++
		case ch == '#' || strings.HasPrefix(sql[i:], "-- "):
			end = i + strings.IndexByte(sql[i:]+"\n", '\n') + 1
		case strings.HasPrefix(sql[i:], "/*"):
			end = i + 2 + strings.Index(sql[i+2:]+"*/", "*/") + 2
		default:
			i++
			continue
		}
		end = min(end, len(sql))
		fn(sql[start:i], true)
		fn(sql[i:end], false)
		i, start = end, end
	}
	fn(sql[start:], true)
}
