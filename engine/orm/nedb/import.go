package nedb

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"framework/engine/orm"
	"framework/engine/value"
)

// batchSize is how many records are stored together.
const batchSize = 500

// Import stores the records of the file at path in the table of m, all of them or
// none, and counts them. A file that does not exist has none.
func Import(ctx context.Context, m *orm.Model, path string) (int, error) {
	file, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	defer func() { _ = file.Close() }() // only read
	records, err := Read(file)
	if err != nil {
		return 0, err
	}
	rows := make([]*value.Map, len(records))
	for i, r := range records {
		row := value.New(r.Len())
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
			some := rest[:min(batchSize, len(rest))]
			rest = rest[len(some):]
			if _, err := m.Adapter().Create(ctx, m, some); err != nil {
				return fmt.Errorf("storing them: %w", err)
			}
		}
		return nil
	})
	return len(rows), err
}
