package datastore

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"framework/engine/orm"
	"framework/engine/orm/migrate"
	"framework/engine/orm/schema"
)

// migrationsFolder has the migration files of a project: those of its only datastore, or
// a folder for each.
const migrationsFolder = "db/migrations"

// versioned is what migration files need of a database.
type versioned struct {
	dialect schema.Dialect
	// tables are those that models need.
	tables func(models []*orm.Model) ([]schema.Table, error)
	// scripts is nil where the database is not connected to.
	scripts func(ctx context.Context, readOnly bool, fn func(run schema.Run) error) error
}

// Versions are the migration files of a datastore.
type Versions struct {
	Datastore string
	Dialect   schema.Dialect
	// Dir is the folder of the files; Shown is what messages call it.
	Dir, Shown string
	Files      []*migrate.File
	// Err is why the datastore has no usable migration files, nil where it may have.
	Err error
	// Unable says that Err is about the kind of datastore.
	Unable bool

	store  *versioned
	models []*orm.Model
}

// InUse says that migration files change the tables of the datastore, and nothing else
// does.
func (v *Versions) InUse() bool { return v.Err == nil && len(v.Files) > 0 }

// versions finds the migration files of the stores.
func (p *Project) versions(stores []*Store) []*Versions {
	able := 0
	for _, st := range stores {
		if st.versioned != nil {
			able++
		}
	}
	out := make([]*Versions, len(stores))
	for i, st := range stores {
		v := &Versions{Datastore: st.name, store: st.versioned, Shown: path.Join(migrationsFolder, st.name)}
		out[i] = v
		v.Dir = filepath.Join(p.Root, filepath.FromSlash(v.Shown))
		if v.store == nil {
			v.Unable = true
			v.Err = &Error{Name: st.name, Reason: "it cannot have migration files: " + st.unversioned}
			continue
		}
		v.Dialect = v.store.dialect
		common := filepath.Join(p.Root, filepath.FromSlash(migrationsFolder))
		if _, err := os.Stat(v.Dir); able == 1 && errors.Is(err, os.ErrNotExist) {
			v.Dir, v.Shown = common, migrationsFolder
		} else if loose, _ := filepath.Glob(filepath.Join(common, "*.sql")); len(loose) > 0 { //nolint:errcheck // the pattern is right
			v.Err = &Error{
				Name: st.name, Reason: fmt.Sprintf("its migration files belong into the folder %s, and there are some in %s", v.Shown, migrationsFolder),
				Hint: "move each into the folder of its datastore",
			}
			continue
		}
		v.read()
	}
	return out
}

func (v *Versions) read() {
	if v.Files, v.Err = migrate.ReadFolder(v.Dir, v.Shown); v.Err != nil {
		return
	}
	if d, ok := migrate.DialectOf(v.Files); ok && d != v.Dialect {
		v.Err = &Error{
			Name: v.Datastore, Reason: fmt.Sprintf("the migration files in %s are for %v, and here it is %v", v.Shown, d, v.Dialect),
			Hint: "name the environment that they are for, with --prod or --environment",
		}
	}
}

// Database has the files and the database for them.
func (v *Versions) Database() (*migrate.Database, error) {
	if v.Err != nil {
		return nil, v.Err
	}
	if v.store.scripts == nil {
		return nil, &Error{Name: v.Datastore, Reason: "its database is not connected to"}
	}
	return &migrate.Database{Dialect: v.Dialect, Files: v.Files, Scripts: v.store.scripts}, nil
}

// Plan is what the models need in addition to the files. No database is asked.
func (v *Versions) Plan() (*migrate.Draft, error) {
	if v.Err != nil {
		return nil, v.Err
	}
	tables, err := v.store.tables(v.models)
	if err != nil {
		return nil, err
	}
	draft, err := migrate.Plan(v.Dialect, v.Files, tables)
	if err != nil {
		return nil, fmt.Errorf("datastore %q: %w", v.Datastore, err)
	}
	return draft, nil
}

// Versions are the migration files of the datastores, in the order of their names.
func (d *Data) Versions() []*Versions {
	return slices.SortedFunc(slices.Values(d.versions), func(a, b *Versions) int { return strings.Compare(a.Datastore, b.Datastore) })
}

// ApplyVersions applies the migration files that were not applied yet.
func (d *Data) ApplyVersions(ctx context.Context, log *slog.Logger) error {
	for _, v := range d.Versions() {
		if !v.InUse() {
			continue
		}
		db, err := v.Database()
		if err == nil {
			err = db.Apply(ctx, migrate.ApplyOptions{Done: func(f *migrate.File, statements int) {
				log.Info("migrated", "datastore", v.Datastore, "migration", f.Name, "statements", statements)
			}})
		}
		if err != nil {
			return fmt.Errorf("datastore %q: %w", v.Datastore, err)
		}
	}
	return nil
}

// warnOfVersions says which migrations are pending or have changed, and which are yet to
// be written.
func (d *Data) warnOfVersions(ctx context.Context, log *slog.Logger) {
	for _, v := range d.Versions() {
		if v.Err != nil && !v.Unable {
			log.Warn("the migration files are not used", "datastore", v.Datastore, "error", v.Err)
		}
		if !v.InUse() {
			continue
		}
		if err := v.warn(ctx, log); err != nil {
			log.Warn("whether the migration files were applied is not known", "datastore", v.Datastore, "error", err)
		}
	}
}

func (v *Versions) warn(ctx context.Context, log *slog.Logger) error {
	db, err := v.Database()
	if err != nil {
		return err
	}
	list, err := db.Status(ctx)
	if err != nil {
		return err
	}
	draft, err := v.Plan()
	if err != nil {
		return err
	}
	v.remedy(draft)
	names := map[migrate.Condition][]string{}
	for _, s := range list {
		names[s.Condition] = append(names[s.Condition], s.Name)
	}
	if pending := slices.Concat(names[migrate.Failed], names[migrate.Pending]); len(pending) > 0 {
		log.Warn("migrations were not applied: run `framework migrate apply`", "datastore", v.Datastore, "migrations", pending)
	}
	if changed := names[migrate.Changed]; len(changed) > 0 {
		log.Warn("migrations have changed since they were applied: see `framework migrate status`", "datastore", v.Datastore, "migrations", changed)
	}
	if len(draft.Up) > 0 {
		log.Warn("the models need what no migration file makes: run `framework migrate new NAME`", "datastore", v.Datastore, "missing", reasons(draft.Up))
	}
	return nil
}

// remedy says of each model what would complete its table: a file that is there, or one
// that is yet to be written.
func (v *Versions) remedy(draft *migrate.Draft) {
	unwritten := map[string]bool{}
	for _, s := range draft.Up {
		unwritten[s.Table] = true
	}
	for _, m := range v.models {
		m.Definition.Remedy = "run `framework migrate apply`"
		if unwritten[m.Table] {
			m.Definition.Remedy = "write a migration with `framework migrate new NAME` and run `framework migrate apply`"
		}
	}
}

// reasons are those of steps, each once.
func reasons(steps []orm.Step) []string {
	var out []string
	for _, s := range steps {
		if why := s.Table + ": " + s.Why; !slices.Contains(out, why) {
			out = append(out, why)
		}
	}
	return out
}
