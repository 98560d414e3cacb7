package migrate

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"framework/engine/orm/schema"
)

// RollbackOptions say what to roll back.
type RollbackOptions struct {
	// Steps is how many migrations, 1 when it is 0.
	Steps int
	// To is the migration that stays the last one, in place of Steps.
	To string
	// Mark removes them from the journal, and runs nothing.
	Mark bool
	// Done is called with the name of each that was rolled back; nil for nothing.
	Done func(name string, statements int)
}

// Applied are the migrations that Rollback would roll back, the last one first. Their
// files have what is needed for it.
func (db *Database) Applied(ctx context.Context, opts RollbackOptions) ([]*File, error) {
	list, err := db.Status(ctx)
	if err != nil {
		return nil, err
	}
	names, err := db.applied(list, opts)
	files := make([]*File, 0, len(names))
	for _, name := range names {
		if f := db.file(name); f != nil {
			files = append(files, f)
		}
	}
	return files, err
}

func (db *Database) applied(list []Status, opts RollbackOptions) ([]string, error) {
	last := ""
	if opts.To != "" {
		f, err := find(db.Files, opts.To)
		if err != nil {
			return nil, err
		}
		last = f.Name
		if i := slices.IndexFunc(list, func(s Status) bool { return s.Name == last }); i >= 0 && list[i].Condition == Pending {
			return nil, fmt.Errorf("%s was not applied", last)
		}
	}
	steps := max(opts.Steps, 1)
	var names []string
	var errs []error
	for _, s := range slices.Backward(list) {
		if s.Condition == Pending {
			continue
		}
		if last == "" && len(names) == steps || last != "" && s.Name <= last {
			break
		}
		names = append(names, s.Name)
		if f := db.file(s.Name); opts.Mark {
			continue
		} else if f == nil {
			errs = append(errs, fmt.Errorf("%s: %w", s.Name, errMissingFile))
		} else if s.Condition == Failed {
			errs = append(errs, &Error{Path: f.Path, Reason: fmt.Sprintf("%d of its %d statements were run before one failed; undo them by hand and run `framework migrate rollback --mark`", s.Done, s.Total)})
		} else if f.Down == nil {
			errs = append(errs, &Error{Path: f.Path, Reason: `it cannot be rolled back: it has no line "-- migrate:down"`})
		} else if _, err := f.statements(db.Dialect, f.Down); err != nil {
			errs = append(errs, err)
		}
	}
	return names, errors.Join(errs...)
}

// Rollback undoes the last migrations, and removes them from the journal. Nothing is
// done when one of them has no down part.
func (db *Database) Rollback(ctx context.Context, opts RollbackOptions) error {
	return db.Scripts(ctx, false, func(run schema.Run) error {
		var names []string
		err := run(true, func(ctx context.Context, c schema.Conn) error {
			entries, err := journal{ctx, c, db.Dialect}.read()
			if err != nil {
				return err
			}
			list, err := db.compare(entries)
			if err == nil {
				names, err = db.applied(list, opts)
			}
			return err
		})
		if err != nil {
			return err
		}
		for _, name := range names {
			f := db.file(name)
			ran, n := false, 0
			err := run(opts.Mark || !f.Down.Loose, func(ctx context.Context, c schema.Conn) (err error) {
				ran, n, err = db.rollBack(journal{ctx, c, db.Dialect}, name, f, opts.Mark)
				return err
			})
			if err != nil {
				return err
			}
			if ran && opts.Done != nil {
				opts.Done(name, n)
			}
		}
		return nil
	})
}

func (db *Database) rollBack(j journal, name string, f *File, mark bool) (ran bool, n int, err error) {
	entries, err := j.read()
	if _, is := entries[name]; err != nil || !is {
		return false, 0, err // another process was here
	}
	if mark {
		return true, 0, j.remove(name)
	}
	list, err := f.statements(db.Dialect, f.Down)
	if err != nil {
		return false, 0, err
	}
	if !db.Dialect.Transactional() || f.Down.Loose {
		j.ctx = context.WithoutCancel(j.ctx)
	}
	for i, s := range list {
		if err := j.exec(s.Text); err != nil {
			return false, 0, db.failed(f, f.Down, list, i, err)
		}
	}
	return true, len(list), j.remove(name)
}
