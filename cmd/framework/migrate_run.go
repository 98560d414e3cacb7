package main

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"framework/engine"
	"framework/engine/datastore"
	"framework/engine/orm/migrate"
)

// errNoFiles is a command about migration files in a project that has none.
var errNoFiles = errors.New("the project has no migration files: `framework migrate new NAME` writes the first one")

func migrateApplyCommand() *cobra.Command {
	var flags fileFlags
	var allowLoss, dry bool
	var opts migrate.ApplyOptions
	cmd := &cobra.Command{
		Use:   "apply [dir]",
		Short: "Run the migration files that were not applied yet, or make the databases fit the models",
		Long: `Run the migration files that were not applied yet, in their order, and stop at the
first that fails. On SQLite and PostgreSQL each file is one transaction; on MySQL what
was run before a failure stays, and the next apply continues there. Servers that
apply at the same time wait for each other.

In a project without migration files: run what "framework migrate plan" prints.

Exits with 0 when there was nothing to do, too.`,
		Example: `  framework migrate apply --prod
  framework migrate apply --dry-run
  framework migrate apply --mark --to add_pets   # the tables are there already`,
		Args: usage(cobra.MaximumNArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			databases := engine.ChangeDatabases
			if dry {
				databases = engine.ReadDatabases
			}
			return withProject(cmd, &flags.projectFlags, args, databases, func(s *engine.Snapshot) error {
				switch {
				case hasFiles(s) && allowLoss:
					return &usageError{errors.New("--allow-loss is for projects without migration files: those say themselves what they do")}
				case hasFiles(s):
					return flags.apply(cmd, s, opts, dry)
				case opts.To != "" || opts.Mark:
					return errNoFiles
				}
				return flags.applyModels(cmd, s, allowLoss, dry)
			})
		},
	}
	flags.register(cmd)
	cmd.Flags().BoolVar(&dry, "dry-run", false, "print the SQL and run nothing")
	cmd.Flags().StringVar(&opts.To, "to", "", "the last migration file to apply")
	cmd.Flags().BoolVar(&opts.Mark, "mark", false, "note the migration files as applied as they are now, and run nothing")
	cmd.Flags().BoolVar(&allowLoss, "allow-loss", false, "without migration files: run the steps that lose data, too")
	return cmd
}

// applyModels makes the databases fit the models.
func (f *fileFlags) applyModels(cmd *cobra.Command, s *engine.Snapshot, allowLoss, dry bool) error {
	list, err := s.PlanMigrations(cmd.Context())
	if err != nil {
		return err
	}
	if f.datastore != "" {
		list = slices.DeleteFunc(list, func(m engine.Migration) bool { return m.Datastore != f.datastore })
	}
	if !dry {
		if err := s.Migrate(cmd.Context(), list, allowLoss); err != nil {
			return err
		}
	}
	report := newReport(list, allowLoss)
	return f.write(cmd, report, report.print)
}

// runReport is the output of migrate apply and rollback --json where there are files.
type runReport struct {
	Datastores []datastoreRun `json:"datastores"`
}

type datastoreRun struct {
	Name string `json:"name"`
	// Migrations are those that were applied or rolled back.
	Migrations []string `json:"migrations"`
}

// each runs fn for the datastores that have files. What fn writes is printed as it goes,
// so that a failure does not hide what was done before it. fn returns the names of the
// migrations that it ran.
func (f *fileFlags) each(cmd *cobra.Command, s *engine.Snapshot, fn func(w io.Writer, db *migrate.Database) ([]string, error)) error {
	list, err := f.chosen(s)
	if err != nil {
		return err
	}
	w := cmd.OutOrStdout()
	if f.json {
		w = io.Discard
	}
	report := runReport{Datastores: []datastoreRun{}}
	for _, v := range list {
		if _, err := io.WriteString(w, title(v)); err != nil {
			return err
		}
		if v.Unable {
			continue
		}
		names, err := f.one(w, v, fn)
		if err != nil {
			return err
		}
		report.Datastores = append(report.Datastores, datastoreRun{v.Datastore, names})
	}
	if !f.json {
		return nil
	}
	return f.write(cmd, report, nil)
}

func (f *fileFlags) one(w io.Writer, v *datastore.Versions, fn func(w io.Writer, db *migrate.Database) ([]string, error)) ([]string, error) {
	db, err := v.Database()
	if err != nil {
		return nil, err
	}
	names, err := fn(w, db)
	if err != nil {
		return nil, err
	}
	if len(names) == 0 {
		names = []string{}
		_, err = io.WriteString(w, "nothing to do\n")
	}
	return names, err
}

// single is an error where what is about one datastore could be about several.
func (f *fileFlags) single(s *engine.Snapshot, what string) error {
	able := 0
	for _, v := range s.Versions() {
		if !v.Unable && (f.datastore == "" || v.Datastore == f.datastore) {
			able++
		}
	}
	if able > 1 {
		return &usageError{fmt.Errorf("%s needs --datastore in a project with several", what)}
	}
	return nil
}

func (f *fileFlags) apply(cmd *cobra.Command, s *engine.Snapshot, opts migrate.ApplyOptions, dry bool) error {
	if opts.To != "" {
		if err := f.single(s, "--to"); err != nil {
			return err
		}
	}
	return f.each(cmd, s, func(w io.Writer, db *migrate.Database) (names []string, err error) {
		if dry {
			files, err := db.Pending(cmd.Context(), opts)
			for _, file := range files {
				names = append(names, file.Name)
				if err := printPart(w, file, &file.Up); err != nil {
					return nil, err
				}
			}
			return names, err
		}
		opts := opts
		verb := "applied"
		if opts.Mark {
			verb = "marked as applied"
		}
		opts.Done = func(file *migrate.File, statements int) {
			names = append(names, file.Name)
			fmt.Fprintf(w, "%s %s%s\n", verb, file.Name, statementsOf(statements, opts.Mark)) //nolint:errcheck // the migration is done
		}
		err = db.Apply(cmd.Context(), opts)
		if err != nil && len(names) == 0 {
			err = explainExisting(cmd, db, err)
		}
		return names, err
	})
}

// explainExisting adds to the error of the first migration of a database what to do where
// the tables were made in another way.
func explainExisting(cmd *cobra.Command, db *migrate.Database, err error) error {
	list, failed := db.Status(cmd.Context())
	if failed != nil || slices.ContainsFunc(list, func(s migrate.Status) bool { return s.Condition == migrate.Applied }) ||
		!strings.Contains(strings.ToLower(err.Error()), "exist") {
		return err
	}
	return fmt.Errorf("%w\n  If the tables were made before there were migration files, note the files as applied that they agree with: framework migrate apply --mark --to NAME", err)
}

func statementsOf(n int, mark bool) string {
	if mark {
		return ""
	}
	return " (" + count(n, "statement") + ")"
}

// printPart prints the SQL of a file.
func printPart(w io.Writer, f *migrate.File, p *migrate.Part) error {
	_, err := fmt.Fprintf(w, "-- %s\n%s\n", f.Path, strings.TrimSpace(p.Text))
	return err
}

func migrateRollbackCommand() *cobra.Command {
	var flags fileFlags
	var dry bool
	var opts migrate.RollbackOptions
	cmd := &cobra.Command{
		Use:   "rollback [dir]",
		Short: "Undo the last migration files",
		Long: `Run the down part of the last migration file that was applied, of the last ones
(--steps), or of all after one (--to). Nothing is done when one of them has no down
part.`,
		Example: `  framework migrate rollback
  framework migrate rollback --steps 3
  framework migrate rollback --to add_pets`,
		Args: usage(cobra.MaximumNArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			if opts.To != "" && cmd.Flags().Changed("steps") || opts.Steps < 1 {
				return &usageError{errors.New("say --steps with a number from 1, or --to")}
			}
			databases := engine.ChangeDatabases
			if dry {
				databases = engine.ReadDatabases
			}
			return withProject(cmd, &flags.projectFlags, args, databases, func(s *engine.Snapshot) error {
				if !hasFiles(s) {
					return errNoFiles
				}
				return flags.rollback(cmd, s, opts, dry)
			})
		},
	}
	flags.register(cmd)
	cmd.Flags().BoolVar(&dry, "dry-run", false, "print the SQL and run nothing")
	cmd.Flags().IntVar(&opts.Steps, "steps", 1, "how many migration files")
	cmd.Flags().StringVar(&opts.To, "to", "", "the migration file that stays the last one applied")
	cmd.Flags().BoolVar(&opts.Mark, "mark", false, "note the migration files as not applied, and run nothing")
	return cmd
}

func (f *fileFlags) rollback(cmd *cobra.Command, s *engine.Snapshot, opts migrate.RollbackOptions, dry bool) error {
	if err := f.single(s, "rollback"); err != nil {
		return err
	}
	return f.each(cmd, s, func(w io.Writer, db *migrate.Database) (names []string, err error) {
		if dry {
			files, err := db.Applied(cmd.Context(), opts)
			for _, file := range files {
				names = append(names, file.Name)
				if file.Down == nil {
					continue
				}
				if err := printPart(w, file, file.Down); err != nil {
					return nil, err
				}
			}
			return names, err
		}
		opts := opts
		opts.Done = func(name string, statements int) {
			names = append(names, name)
			fmt.Fprintf(w, "rolled back %s%s\n", name, statementsOf(statements, opts.Mark)) //nolint:errcheck // it is done
		}
		err = db.Rollback(cmd.Context(), opts)
		return names, err
	})
}
