package sqlstore

import (
	"fmt"
	"sync"

	"framework/engine/orm"
	"framework/engine/orm/sqltext"
	"framework/engine/value"
)

// Store has the operations of an orm.Adapter on records. It is safe for concurrent use.
type Store struct {
	engine     Engine
	dialect    *Dialect
	name       string // of the database, for messages
	tables     sqltext.Tables[Table]
	statements sync.Pool // of *statement
}

// New returns the store whose statements the engine runs. name is what messages call
// the database.
func New(engine Engine, d *Dialect, name string) *Store {
	return &Store{engine: logged{engine}, dialect: d, name: name}
}

// Learn adds compiled models.
func (db *Store) Learn(tables []*Table) {
	db.tables.Learn(tables, func(t *Table) *orm.Model { return t.Model })
}

// Forget implements orm.Forgetter.
func (db *Store) Forget(models []*orm.Model) { db.tables.Forget(models) }

// Table returns the compiled form of a model that Define has seen.
func (db *Store) Table(m *orm.Model) (*Table, error) {
	if t := db.tables.Of(m); t != nil {
		return t, nil
	}
	return nil, fmt.Errorf("model %s is not defined in the database %s", m.Identity, db.name)
}

var everything = &orm.Query{}

// asked returns the table of m and the query, which may be nil for everything.
func (db *Store) asked(m *orm.Model, q *orm.Query) (*Table, *orm.Query, error) {
	t, err := db.Table(m)
	if q == nil {
		q = everything
	}
	return t, q, err
}

func newRecord(t *Table, size int) *orm.Record {
	return &orm.Record{Map: *value.New(size), Model: t.Model}
}
