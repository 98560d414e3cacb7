package migrate

import (
	"context"
	"fmt"
	"strings"

	"framework/engine/orm/schema"
)

// ApplyOptions say what to apply.
type ApplyOptions struct {
	// To is the last migration to apply, "" for all.
	To string
	// Mark writes into the journal that they were applied, and runs nothing.
	Mark bool
	// Done is called with each migration that was applied; nil for nothing.
	Done func(f *File, statements int)
}

// Pending are the migrations that Apply would run. Those that have changed since they
// were applied are an error, unless they are to be marked.
func (db *Database) Pending(ctx context.Context, opts ApplyOptions) ([]*File, error) {
	list, err := db.Status(ctx)
	if err != nil {
		return nil, err
	}
	return db.pending(list, opts)
}

func (db *Database) pending(list []Status, opts ApplyOptions) ([]*File, error) {
	last := ""
	if opts.To != "" {
		f, err := find(db.Files, opts.To)
		if err != nil {
			return nil, err
		}
		last = f.Name
	}
	var out []*File
	var changed []string
	for _, s := range list {
		f := db.file(s.Name)
		switch {
		case f == nil:
		case s.Condition == Changed && !opts.Mark:
			changed = append(changed, f.Path)
		case last != "" && s.Name > last:
		case s.Condition != Applied:
			out = append(out, f)
		}
	}
	if len(changed) > 0 {
		return nil, fmt.Errorf("changed since it was applied: %s; bring back what was applied and write a new migration, or accept the change with --mark --to its name",
			strings.Join(changed, ", "))
	}
	return out, nil
}

// Apply runs the migrations that were not applied yet, in their order. It stops at the
// first that fails; those before it stay. Of processes that apply at the same time each
// waits for the other, and finds nothing to do then.
func (db *Database) Apply(ctx context.Context, opts ApplyOptions) error {
	return db.Scripts(ctx, false, func(run schema.Run) error {
		for {
			next, err := db.next(run, opts)
			if next == nil || err != nil {
				return err
			}
			ran, n := false, 0
			err = run(!next.Up.Loose || opts.Mark, func(ctx context.Context, c schema.Conn) (err error) {
				ran, n, err = db.apply(journal{ctx, c, db.Dialect}, next, opts.Mark)
				return err
			})
			if err != nil {
				return err
			}
			if ran && opts.Done != nil {
				opts.Done(next, n)
			}
		}
	})
}

// next is the next migration to apply, nil when there is none.
func (db *Database) next(run schema.Run, opts ApplyOptions) (next *File, err error) {
	err = run(true, func(ctx context.Context, c schema.Conn) error {
		j := journal{ctx, c, db.Dialect}
		if err := j.create(); err != nil {
			return err
		}
		entries, err := j.read()
		if err != nil {
			return err
		}
		list, err := db.compare(entries)
		if err != nil {
			return err
		}
		files, err := db.pending(list, opts)
		if err == nil && len(files) > 0 {
			next = files[0]
		}
		return err
	})
	return next, err
}

// apply runs one migration and writes it into the journal; ran is false when another
// process did so meanwhile.
func (db *Database) apply(j journal, f *File, mark bool) (ran bool, n int, err error) {
	entries, err := j.read()
	if err != nil {
		return false, 0, err
	}
	list, err := f.statements(db.Dialect, &f.Up)
	if err != nil {
		return false, 0, err
	}
	e, was := entries[f.Name]
	if was && e.Done >= e.Total && !mark {
		return false, 0, nil
	}
	whole := Entry{Name: f.Name, Checksum: checksum(list), Applied: now(), Done: len(list), Total: len(list)}
	if mark {
		return true, 0, j.write(whole)
	}
	if db.Dialect.Transactional() && !f.Up.Loose {
		for i, s := range list {
			if err := j.exec(s.Text); err != nil {
				return false, 0, db.failed(f, &f.Up, list, i, err)
			}
		}
		return true, len(list), j.write(whole)
	}
	if was && (e.Done > len(list) || checksum(list[:e.Done]) != e.Checksum) {
		return false, 0, &Error{Path: f.Path, Reason: fmt.Sprintf(
			"%d of its statements were run before one failed, and these have changed since; bring them back, or do the rest by hand and run `framework migrate apply --mark --to %s`", e.Done, f.Name)}
	}
	j.ctx = context.WithoutCancel(j.ctx) // what was run has to be written down
	for i := e.Done; i < len(list); i++ {
		if err := j.write(Entry{Name: f.Name, Checksum: checksum(list[:i]), Applied: now(), Done: i, Total: len(list)}); err != nil {
			return false, 0, err
		}
		if err := j.exec(list[i].Text); err != nil {
			return false, 0, db.failed(f, &f.Up, list, i, err)
		}
	}
	return true, len(list) - e.Done, j.write(whole)
}

// failed is the error of a statement; it says what stays done.
func (db *Database) failed(f *File, p *Part, list []schema.Statement, i int, err error) error {
	e := &Error{Path: f.Path, Line: p.line(list[i]), Err: err}
	switch {
	case db.Dialect.Transactional() && !p.Loose:
		e.Reason = fmt.Sprintf("statement %d of %d failed, and nothing of this file was done", i+1, len(list))
		return e
	case db.Dialect.Transactional():
		e.Reason = fmt.Sprintf("statement %d of %d failed; %s", i+1, len(list), kept(i))
	default:
		e.Reason = fmt.Sprintf("statement %d of %d failed; %s, since %v changes tables outside of transactions", i+1, len(list), kept(i), db.Dialect)
	}
	if p == &f.Up {
		e.Reason += "; mend the file from here on and run `framework migrate apply` again, which continues here"
	} else {
		e.Reason += "; do the rest by hand and run `framework migrate rollback --mark`"
	}
	return e
}

func kept(n int) string {
	switch n {
	case 0:
		return "nothing was run before it"
	case 1:
		return "the one before it stays done"
	}
	return fmt.Sprintf("the %d before it stay done", n)
}
