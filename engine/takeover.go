package engine

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"

	"framework/engine/ordered"
	"framework/engine/orm"
	"framework/engine/orm/nedb"
)

// takeOver brings what the document store of the peers has kept of a project
// into the embedded database, when that is made. The peer's files stay as they
// are. What cannot be taken over is told in the log.
func takeOver(ctx context.Context, log *slog.Logger, d data) {
	for name, st := range d.stores {
		folder := st.takePeer()
		if folder == "" {
			continue
		}
		for _, m := range d.orm.Models() {
			if m.Datastore != name || m.Definition.Migrate == orm.Drop {
				continue
			}
			file := filepath.Join(folder, m.Table+".db")
			n, err := takeFile(ctx, m, file)
			switch {
			case err != nil:
				log.Warn("records of the former store were not taken over", "model", m.Identity, "file", file, "error", err)
			case n > 0:
				log.Info("records of the former store were taken over", "model", m.Identity, "file", file, "records", n)
			}
		}
	}
}

// takenAtOnce is how many records are stored together.
const takenAtOnce = 500

// takeFile stores the records of a file, all of them or none, and counts them.
func takeFile(ctx context.Context, m *orm.Model, path string) (int, error) {
	file, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	defer func() { _ = file.Close() }() // only read
	records, err := nedb.Read(file)
	if err != nil {
		return 0, err
	}
	rows := make([]*ordered.Map, len(records))
	for i, r := range records {
		row := ordered.New(r.Len())
		for column, v := range r.All() {
			switch a := m.AttributeByColumn(column); {
			case a != nil:
				row.Set(a.Name, v)
			case !m.Schema:
				row.Set(column, v)
			}
		}
		rows[i] = row
	}
	err = m.Transact(ctx, func(ctx context.Context) error {
		for rest := rows; len(rest) > 0; {
			some := rest[:min(takenAtOnce, len(rest))]
			rest = rest[len(some):]
			if _, err := m.Adapter().Create(ctx, m, some); err != nil {
				return fmt.Errorf("storing them: %w", err)
			}
		}
		return nil
	})
	return len(rows), err
}
