package sqlstore

import (
	"context"
	"fmt"
	"slices"

	"framework/engine/orm"
	"framework/engine/orm/sqltext"
	"framework/engine/value"
)

// Query implements orm.RawQuerier: one statement, with the parameters of the database: ?
// on SQLite and MySQL, $1 on PostgreSQL. Values have the types of the result columns.
func (db *Store) Query(ctx context.Context, sql string, args []any) ([]*value.Map, error) {
	result, err := db.NativeQuery(ctx, sql, args, false)
	if err != nil {
		return nil, err
	}
	return result.Rows, nil
}

// NativeQuery implements orm.NativeQuerier, see Query. Transactions need Transact.
func (db *Store) NativeQuery(ctx context.Context, sql string, args []any, numbered bool) (*orm.Result, error) {
	word := sqltext.Command(sql)
	switch {
	case word == "":
		return nil, &orm.UsageError{Reason: "the SQL text is empty"}
	case slices.Contains(db.dialect.Refused, word):
		return nil, &orm.UsageError{Reason: word + " cannot be sent as a query; use a transaction of the datastore"}
	}
	if numbered && db.dialect.Renumber != nil {
		sql, args = db.dialect.Renumber(sql, args)
	}
	result := &orm.Result{}
	if err := db.engine.Native(ctx, word, sql, args, result); err != nil {
		return nil, db.Wrap(fmt.Sprintf("query %.200q", sql), nil, err)
	}
	return result, nil
}
