package serverdb

import (
	"context"
	"fmt"
	"strconv"

	"framework/engine/orm"
	"framework/engine/orm/sqlstore"
	"framework/engine/orm/sqltext"
)

// refused are commands that control transactions, or need more than one message.
func refused() []string {
	return []string{"BEGIN", "START", "COMMIT", "END", "ROLLBACK", "ABORT", "SAVEPOINT", "RELEASE", "PREPARE", "COPY"}
}

// Native implements sqlstore.Engine. 8-byte integers and decimals are numbers.
func (e engine) Native(ctx context.Context, command, sql string, args []any, result *orm.Result) error {
	switch command {
	case "SET", "RESET", "DISCARD", "USE", "LISTEN", "LOCK", "UNLOCK", "DECLARE":
		l := e.db.leased(ctx)
		if l == nil {
			return &orm.UsageError{Reason: command + " cannot be sent as a query: the connection is shared; lease one from the datastore"}
		}
		l.dirty = true
	}
	err := e.db.write(ctx, func(ctx context.Context, s statements) error {
		*result = orm.Result{Command: command}
		return s.native(ctx, sql, args, result)
	})
	if err == nil {
		return nil
	}
	if f := e.db.driver.failure(err); f.Kind == sqlstore.BadData { // a refused statement gets the server's own message
		return fmt.Errorf("%s (%w)", f.Reason, err)
	}
	return err
}

// lexis returns that of MySQL.
func lexis() sqltext.Lexis {
	return sqltext.Lexis{Backslashes: true, HashComments: true, SpacedDashes: true}
}

// unnumbered replaces $1 with ?, and sorts the arguments in the order of their use.
func unnumbered(sql string, args []any) (string, []any) {
	var used []any
	text := lexis().Renumber(sql, func(digits string) string {
		n, err := strconv.Atoi(digits)
		if err != nil || n < 1 || n > len(args) {
			return "$" + digits
		}
		used = append(used, args[n-1])
		return "?"
	})
	return text, used
}
