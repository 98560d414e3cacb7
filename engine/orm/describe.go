package orm

import (
	"context"
	"fmt"
)

// Describer is an adapter that can describe the table of a model and remove
// it, whatever the model's migration says.
type Describer interface {
	// Describe lists the columns of the model's table as the database has them,
	// nil when there is no such table.
	Describe(ctx context.Context, m *Model) ([]Column, error)
	// Drop removes the model's table with all its records; a table that does
	// not exist is none.
	Drop(ctx context.Context, m *Model) error
}

// Column is a column of a table.
type Column struct {
	Name string
	// Type is the type of the attribute that the column belongs to, the
	// database's own name of it for other columns.
	Type                                       string
	PrimaryKey, AutoIncrement, Unique, Indexed bool
}

// Describe lists the columns of the model's table, nil when there is none.
func (m *Model) Describe(ctx context.Context) ([]Column, error) {
	d, err := m.describer()
	if err != nil {
		return nil, err
	}
	return d.Describe(ctx, m)
}

// Drop removes the model's table with all its records.
func (m *Model) Drop(ctx context.Context) error {
	d, err := m.describer()
	if err != nil {
		return err
	}
	return d.Drop(ctx, m)
}

func (m *Model) describer() (Describer, error) {
	d, ok := m.adapter.(Describer)
	if !ok {
		return nil, &UsageError{Reason: fmt.Sprintf("the datastore %s cannot describe its tables", m.Datastore)}
	}
	return d, nil
}
