package serverdb

import (
	"context"

	"framework/engine/orm"
)

var _ orm.Describer = (*DB)(nil)

// Describe implements orm.Describer. It reports unique indexes only.
func (db *DB) Describe(ctx context.Context, m *orm.Model) ([]orm.Column, error) {
	t, err := db.Table(m)
	if err != nil {
		return nil, err
	}
	var cat *catalog
	err = db.read(ctx, func(ctx context.Context, s statements) (err error) {
		cat, err = readCatalog(ctx, s, db.driver.dialect(), []tableName{id(t)})
		return err
	})
	if err != nil {
		return nil, db.Wrap("describe", t, err)
	}
	found := cat.tables[id(t)]
	if found == nil {
		return nil, nil
	}
	unique := map[string]bool{}
	for _, columns := range found.indexes {
		if len(columns) == 1 {
			unique[columns[0]] = true
		}
	}
	list := make([]orm.Column, len(found.columns))
	for i, c := range found.columns {
		list[i] = orm.Column{Name: c.name, Type: c.typ, AutoIncrement: c.numbered, Unique: unique[c.name], Indexed: unique[c.name]}
		for _, declared := range t.Columns {
			if declared.Stored == c.name {
				list[i].Type, list[i].PrimaryKey = declared.Kind.String(), declared == t.PK
			}
		}
	}
	return list, nil
}

// Drop implements orm.Describer.
func (db *DB) Drop(ctx context.Context, m *orm.Model) error {
	t, err := db.Table(m)
	if err != nil {
		return err
	}
	err = db.write(ctx, func(ctx context.Context, s statements) error {
		_, err := s.Exec(ctx, []byte("DROP TABLE IF EXISTS "+t.Quoted), nil)
		return err
	})
	if err != nil {
		return db.Wrap("drop", t, err)
	}
	return nil
}
