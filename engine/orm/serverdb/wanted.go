package serverdb

import (
	"context"

	"framework/engine/orm"
	"framework/engine/orm/schema"
)

// Tables describes the tables that models need, without a server. Join tables have the
// names of new ones.
func Tables(models []*orm.Model, kind schema.Dialect, opts Options) ([]schema.Table, error) {
	opts.fill()
	local, err := opts.location()
	if err != nil {
		return nil, err
	}
	words := postgresDialect()
	if kind == schema.MySQL {
		words = mysqlDialect()
	}
	db := &DB{opts: opts, driver: unconnected{words: words}, local: local}
	tables, _, err := db.compileAll(models)
	if err != nil {
		return nil, err
	}
	return describe(tables), nil
}

// unconnected is a driver that knows its dialect and nothing else.
type unconnected struct {
	driver
	words *dialect
}

func (u unconnected) dialect() *dialect { return u.words }

// Scripts runs fn with the right to run scripts of people, see schema.Migrator.Scripts.
func (db *DB) Scripts(ctx context.Context, readOnly bool, fn func(run schema.Run) error) error {
	if !readOnly {
		defer db.driver.renew()
	}
	return db.migrator(ctx, func(m *schema.Migrator) error { return m.Scripts(ctx, readOnly, fn) })
}
