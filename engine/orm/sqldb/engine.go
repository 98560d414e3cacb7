package sqldb

import (
	"context"
	"strings"

	"zombiezen.com/go/sqlite"

	"framework/engine/orm"
	"framework/engine/orm/sqlstore"
)

var _ sqlstore.Engine = (*access)(nil)

// Read implements sqlstore.Engine.
func (a *access) Read(ctx context.Context, w sqlstore.Work) error {
	if budget := orm.Budget(ctx); budget > 0 {
		return a.readBriefly(ctx, budget, w)
	}
	if tx := a.transactions.Of(ctx); tx != nil {
		return a.errors.report(tx.Run(ctx, false, w), false)
	}
	return a.readAlone(ctx, func(c *conn) error { return w.Run(ctx, c) }) // this function is not allocated
}

// Write implements sqlstore.Engine.
func (a *access) Write(ctx context.Context, w sqlstore.Work) error {
	if tx := a.transactions.Of(ctx); tx != nil {
		return a.errors.report(tx.Run(ctx, true, w), true)
	}
	return a.changeOnce(ctx, func(c *conn) error { return w.Run(ctx, c) })
}

// Change implements sqlstore.Engine.
func (a *access) Change(ctx context.Context, w sqlstore.Work) error {
	if tx := a.transactions.Of(ctx); tx != nil {
		return a.errors.report(tx.Run(ctx, true, w), true)
	}
	return a.change(ctx, func(c *conn) error { return w.Run(ctx, c) })
}

// Inside implements sqlstore.Engine.
func (a *access) Inside(ctx context.Context) bool { return a.transactions.Of(ctx) != nil }

// Failure implements sqlstore.Engine. What an errorReporter has reported needs no class.
func (a *access) Failure(t *table, err error) sqlstore.Failure { return failure(t, err) }

func failure(t *table, err error) sqlstore.Failure {
	f := sqlstore.Failure{Reason: err.Error()}
	if t == nil {
		return f
	}
	switch sqlite.ErrCode(err) {
	case sqlite.ResultConstraintUnique, sqlite.ResultConstraintPrimaryKey, sqlite.ResultConstraintRowID:
	default:
		if strings.Contains(f.Reason, "no such table: "+t.Name) {
			f.Kind = sqlstore.NoTable
		}
		return f
	}
	_, list, ok := strings.Cut(f.Reason, "UNIQUE constraint failed: ")
	if !ok {
		return f
	}
	for _, c := range t.Columns {
		// The list is "table.column" or several of them.
		if list == t.Name+"."+c.Stored || strings.HasPrefix(list, t.Name+"."+c.Stored+", ") {
			f.Kind, f.Columns = sqlstore.Taken, []string{c.Stored}
			break
		}
	}
	return f
}
