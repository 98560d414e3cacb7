package datastore

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"sync"

	"framework/engine/orm"
	"framework/engine/orm/diskfile"
	"framework/engine/orm/nedb"
	"framework/engine/value"
)

// batchSize is how many records are stored together.
const batchSize = 500

// former is what a document store of Sails has kept that the embedded database
// replaces. Its files stay as they are.
type former interface {
	// kept is what there is of a model.
	kept(m *orm.Model) (*kept, error)
	// value converts a value of a file to the type of its attribute.
	value(a *orm.Attribute, v any) any
}

// kept is what a former store has of one model.
type kept struct {
	file    string
	records []*value.Map // by the names of columns
	last    int64        // the last key that the store has given; 0 is unknown
}

// unreadable is the error of a file that holds all models.
type unreadable struct {
	file string
	err  error
}

func (e *unreadable) Error() string { return fmt.Sprintf("%s: %v", e.file, e.err) }
func (e *unreadable) Unwrap() error { return e.err }

// importLegacy imports what the document stores of Sails have kept of a project into
// the embedded databases that were just made. What cannot be imported is logged.
func (d *Data) importLegacy(ctx context.Context, log *slog.Logger) {
	for _, st := range d.stores {
		if from := st.takeLegacy(); from != nil {
			d.importInto(ctx, st.name, from, log)
		}
	}
}

func (d *Data) importInto(ctx context.Context, store string, from former, log *slog.Logger) {
	for _, m := range d.ORM.Models() {
		if m.Datastore != store || m.Definition.Migrate == orm.Drop {
			continue
		}
		found, err := from.kept(m)
		if broken, ok := errors.AsType[*unreadable](err); ok {
			log.Warn("records of the former store were not taken over", "file", broken.file, "error", broken.err)
			return
		}
		again := 0
		if err == nil {
			again, err = found.store(ctx, m, from.value)
		}
		if again > 0 && err == nil {
			log.Warn("records of the former store whose key another one has were not taken over", "model", m.Identity, "file", found.file, "records", again)
		}
		switch {
		case err != nil:
			log.Warn("records of the former store were not taken over", "model", m.Identity, "file", found.file, "error", err)
		case len(found.records) > 0:
			log.Info("records of the former store were taken over", "model", m.Identity, "file", found.file, "records", len(found.records)-again)
		}
	}
}

// continuer is a store whose keys can be made to go on after one that it did not give.
type continuer interface {
	ContinueAfter(ctx context.Context, m *orm.Model, last int64) error
}

// store stores the records in the table of m, all of them or none, except again, the number of
// those whose key an earlier one has: the stores of Sails keep both, and find the first.
func (k *kept) store(ctx context.Context, m *orm.Model, convert func(*orm.Attribute, any) any) (again int, err error) {
	rows := make([]*value.Map, 0, len(k.records))
	keys := map[any]bool{}
	for _, r := range k.records {
		row := value.New(r.Len())
		for column, v := range r.All() {
			switch a := m.AttributeByColumn(column); {
			case a != nil:
				row.Set(a.Name, convert(a, v))
			case !m.Schema:
				row.Set(column, v)
			}
		}
		switch key := row.Value(m.PrimaryKey).(type) {
		case string, int64, float64:
			if keys[key] {
				again++
				continue
			}
			keys[key] = true
		}
		rows = append(rows, row)
	}
	err = m.Transact(ctx, func(ctx context.Context) error {
		for rest := rows; len(rest) > 0; {
			some := rest[:min(batchSize, len(rest))]
			rest = rest[len(some):]
			if _, err := m.Adapter().Create(ctx, m, some); err != nil {
				return fmt.Errorf("storing them: %w", err)
			}
		}
		return nil
	})
	if numbers, ok := m.Adapter().(continuer); ok && err == nil && k.last > 0 {
		err = numbers.ContinueAfter(ctx, m, k.last)
	}
	return again, err
}

// documents is the folder of the document store of 1.x, which has a file for each model.
type documents string

func (d documents) kept(m *orm.Model) (*kept, error) {
	k := &kept{file: filepath.Join(string(d), m.Table+".db")}
	file, err := os.Open(k.file)
	if errors.Is(err, fs.ErrNotExist) {
		return k, nil
	}
	if err != nil {
		return k, err
	}
	defer func() { _ = file.Close() }() // only read
	k.records, err = nedb.Read(file)
	return k, err
}

func (documents) value(_ *orm.Attribute, v any) any { return v }

// document is the file of the document store of 0.10 to 0.12, which holds all models.
type document struct {
	path string
	read func() (diskfile.File, error)
}

func newDocument(path string) *document {
	return &document{path, sync.OnceValues(func() (diskfile.File, error) {
		text, err := os.ReadFile(path)
		if errors.Is(err, fs.ErrNotExist) {
			return nil, nil
		}
		var file diskfile.File
		if err == nil {
			file, err = diskfile.Read(text)
		}
		if err != nil {
			return nil, &unreadable{path, err}
		}
		return file, nil
	})}
}

func (d *document) kept(m *orm.Model) (*kept, error) {
	file, err := d.read()
	if err != nil {
		return nil, err
	}
	k := &kept{file: d.path}
	table, ok := file[m.Table]
	if !ok {
		return k, nil
	}
	k.records = table.Records
	column := m.PrimaryKey
	if a := m.Attribute(column); a != nil && a.Column != "" {
		column = a.Column
	}
	k.last = table.Counters[column]
	return k, nil
}

func (*document) value(a *orm.Attribute, v any) any { return diskfile.Value(a, v) }
