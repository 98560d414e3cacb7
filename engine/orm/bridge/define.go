package bridge

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"framework/engine/orm"
	"framework/engine/value"
)

// Define implements orm.Adapter: it makes the datastore known to the adapter, and
// migrates each table as its model says.
//
//   - alter (the default) reads the records of an existing table, drops it, makes it
//     again and writes them, as Sails does. What cannot be written is rescued;
//   - drop drops the table and makes it again;
//   - create makes a missing table, and adds columns where the adapter can;
//   - safe changes nothing.
func (s *Store) Define(ctx context.Context, models []*orm.Model) error {
	s.change.Lock()
	defer s.change.Unlock()
	if s.closed {
		return ErrClosed
	}
	tables := make([]*table, len(models))
	for i, m := range models {
		tables[i] = tableOf(m, !s.calls.merges())
		if tables[i].key == nil {
			return m.Fault("", "the model has no primary key", "")
		}
	}
	if err := s.register(ctx, tables); err != nil {
		return fmt.Errorf("the adapter %s (%s) refuses the datastore: %w", s.driver.Name(), s.driver.Source(), err)
	}
	for _, t := range tables {
		if err := s.migrate(ctx, t); err != nil {
			return fmt.Errorf("migration of model %s by the adapter %s: %w", t.model.Identity, s.driver.Name(), err)
		}
	}
	s.tables.Learn(tables, func(t *table) *orm.Model { return t.model })
	return nil
}

// register makes the datastore known to the adapter with these tables, and those that
// it has already.
func (s *Store) register(ctx context.Context, tables []*table) error {
	all := maps.Clone(s.registered)
	if all == nil {
		all = map[string]*table{}
	}
	known := s.registered != nil
	for _, t := range tables {
		known = known && all[t.name] != nil && all[t.name].model == t.model
		all[t.name] = t
	}
	if known { // an adapter may forget the records of a datastore that it tears down
		s.registered = all
		return nil
	}
	if s.registered != nil {
		if err := s.tearDown(ctx); err != nil {
			return err
		}
	}
	s.registered = all
	return s.calls.register(ctx, s.config(), all)
}

// config are the settings of the datastore over the adapter's defaults.
func (s *Store) config() *value.Map {
	out := value.New(s.opts.Settings.Len() + 2)
	for _, from := range []any{s.driver.Members().Value("defaults"), s.opts.Settings} {
		if m, ok := from.(*value.Map); ok && m != nil {
			for name, v := range m.All() {
				out.Set(name, value.CloneValue(v))
			}
		}
	}
	out.Set("identity", s.opts.Datastore)
	return out
}

func sorted(tables map[string]*table) []string { return slices.Sorted(maps.Keys(tables)) }

func (s *Store) migrate(ctx context.Context, t *table) error {
	switch how := t.model.Definition.Migrate; how {
	case orm.Safe:
		return nil
	case orm.Drop:
		if err := s.drop(ctx, t); err != nil {
			return err
		}
		return s.make(ctx, t)
	case orm.Create:
		there, known, err := s.calls.exists(ctx, t)
		switch {
		case err != nil || !known:
			return err
		case there:
			return s.calls.extend(ctx, t)
		}
		return s.make(ctx, t)
	case orm.Alter, "":
		return s.alter(ctx, t)
	default:
		return t.model.Fault("", fmt.Sprintf("there is no migration %q", how), "alter, drop and safe are")
	}
}

func (s *Store) drop(ctx context.Context, t *table) error {
	if !s.driver.Has("drop") {
		return nil
	}
	// In both generations the third argument, the tables of associations, is empty.
	_, err := s.call(ctx, "drop", s.opts.Datastore, t.name, []any{})
	return err
}

func (s *Store) make(ctx context.Context, t *table) error {
	if !s.driver.Has("define") {
		return nil
	}
	_, err := s.call(ctx, "define", s.opts.Datastore, t.name, s.calls.definition(t))
	return err
}

func (s *Store) alter(ctx context.Context, t *table) error {
	there, known, err := s.calls.exists(ctx, t)
	switch {
	case err != nil:
		return err
	case known && !there, !s.driver.Has("define"):
		return s.make(ctx, t)
	}
	found, err := s.calls.find(ctx, t, everything)
	var rows []any
	switch {
	case err == nil:
		if rows, err = s.rows("find", found); err != nil {
			return err
		}
	case detailsOf(err) == nil:
		return err // there is no answer: nothing is known of the records
	default:
		s.log.Warn("no records of a table can be read before its migration: it is made anew", "table", t.name, "error", err)
	}
	if err := s.drop(ctx, t); err != nil {
		return err
	}
	if err := s.make(ctx, t); err != nil {
		return s.rescue(t, rows, err)
	}
	if len(rows) == 0 {
		return nil
	}
	kept := make([]any, len(rows))
	for i, row := range rows {
		kept[i] = t.again(row)
	}
	if err := s.calls.restore(ctx, t, kept); err != nil {
		return s.rescue(t, rows, err)
	}
	return nil
}

// again is a row of a former table for the table of the model: without columns that a
// model with schema does not have.
func (t *table) again(row any) any {
	m, ok := row.(*value.Map)
	if !ok {
		return row
	}
	out := value.New(m.Len())
	for name, v := range m.All() {
		c := t.byColumn[name]
		if c != nil {
			v = c.incoming(v)
		}
		if c != nil || !t.model.Schema {
			out.Set(name, v)
		}
	}
	for _, c := range t.columns {
		if c.attr.Backfill != nil && !out.Has(c.name) {
			out.Set(c.name, value.CloneValue(c.attr.Backfill))
		}
	}
	return out
}

// rescue writes the records that are in no table now, and says where.
func (s *Store) rescue(t *table, rows []any, cause error) error {
	if len(rows) == 0 || s.opts.Rescue == nil {
		return cause
	}
	place, err := s.opts.Rescue(t.name, rows)
	if err != nil {
		return errors.Join(fmt.Errorf("%w; its %s are lost", cause, orm.Amount(int64(len(rows)), "record")), err)
	}
	return fmt.Errorf("%w; its %s are in %s", cause, orm.Amount(int64(len(rows)), "record"), place)
}

// Describe implements orm.Describer.
func (s *Store) Describe(ctx context.Context, m *orm.Model) ([]orm.Column, error) {
	t, err := s.of(m)
	if err != nil {
		return nil, err
	}
	if !s.driver.Has("describe") {
		return nil, &orm.UnsupportedError{Datastore: s.opts.Datastore, What: "method describe"}
	}
	v, err := s.call(ctx, "describe", s.opts.Datastore, t.name)
	columns, ok := v.(*value.Map)
	if err != nil || !ok {
		return nil, err
	}
	out := make([]orm.Column, 0, columns.Len())
	for name, def := range columns.All() {
		c := orm.Column{Name: name}
		switch def := def.(type) {
		case string:
			c.Type = def
		case *value.Map:
			c.Type, _ = def.Value("type").(string)
			c.PrimaryKey, c.AutoIncrement = value.Truthy(def.Value("primaryKey")), value.Truthy(def.Value("autoIncrement"))
			c.Unique, c.Indexed = value.Truthy(def.Value("unique")), value.Truthy(def.Value("index"))
		}
		out = append(out, c)
	}
	return out, nil
}

// Drop implements orm.Describer.
func (s *Store) Drop(ctx context.Context, m *orm.Model) error {
	t, err := s.of(m)
	if err != nil {
		return err
	}
	return s.drop(ctx, t)
}
