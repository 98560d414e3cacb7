package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"framework/engine"
	"framework/engine/datastore"
	"framework/engine/orm/migrate"
)

// fileFlags are the flags of the commands about migration files.
type fileFlags struct {
	reportFlags
	datastore string
}

func (f *fileFlags) register(cmd *cobra.Command) {
	f.reportFlags.register(cmd)
	f.only(cmd)
}

func (f *fileFlags) only(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.datastore, "datastore", "", "only the datastore of that name")
}

// chosen are the datastores that the command is about. The error is about one that does
// not exist, or whose files cannot be used; where none can have files, it says why.
func (f *fileFlags) chosen(s *engine.Snapshot) ([]*datastore.Versions, error) {
	var out []*datastore.Versions
	var names []string
	var errs []error
	able := false
	for _, v := range s.Versions() {
		names = append(names, v.Datastore)
		if f.datastore != "" && v.Datastore != f.datastore {
			continue
		}
		out = append(out, v)
		able = able || !v.Unable
		if v.Err != nil {
			errs = append(errs, v.Err)
		}
	}
	switch {
	case len(out) == 0 && f.datastore != "":
		return nil, fmt.Errorf("no model has the datastore %q; there are: %s", f.datastore, strings.Join(names, ", "))
	case len(out) == 0:
		return nil, errors.New("the project has no models")
	case !able:
		return nil, errors.Join(errs...)
	}
	for _, v := range out {
		if v.Err != nil && !v.Unable {
			return nil, v.Err
		}
	}
	return out, nil
}

// hasFiles reports whether the project has migration files, usable or not.
func hasFiles(s *engine.Snapshot) bool {
	for _, v := range s.Versions() {
		if len(v.Files) > 0 || v.Err != nil && !v.Unable {
			return true
		}
	}
	return false
}

// title is the line above what is said about a datastore.
func title(v *datastore.Versions) string {
	if v.Unable {
		return fmt.Sprintf("-- datastore %s: no migration files\n", v.Datastore)
	}
	return fmt.Sprintf("-- datastore %s: %v, %s\n", v.Datastore, v.Dialect, v.Shown)
}

func migrateNewCommand() *cobra.Command {
	var flags fileFlags
	var empty bool
	cmd := &cobra.Command{
		Use:   "new NAME [dir]",
		Short: "Write a migration file with what the models need",
		Long: `Write db/migrations/<time>_NAME.sql with the SQL from what the earlier files make to
what the models need, and the SQL of the way back. Read it, edit it, and apply it.
No database is asked, so it does not matter what the one at hand looks like.

In a project with several datastores each has a folder, db/migrations/<datastore>.
The SQL is for the database of the environment: with --prod for that of production.`,
		Example: `  framework migrate new add_pets
  framework migrate new fill_names --empty`,
		Args: usage(cobra.RangeArgs(1, 2)),
		RunE: func(cmd *cobra.Command, args []string) error {
			return withProject(cmd, &flags.projectFlags, args[1:], engine.NoDatabases, func(s *engine.Snapshot) error {
				return flags.create(cmd, s, args[0], empty)
			})
		},
	}
	flags.projectFlags.register(cmd)
	flags.only(cmd)
	cmd.Flags().BoolVar(&empty, "empty", false, "write a file without SQL, for your own")
	return cmd
}

// create writes a file for each datastore that needs one.
func (f *fileFlags) create(cmd *cobra.Command, s *engine.Snapshot, name string, empty bool) error {
	list, err := f.chosen(s)
	if err != nil {
		return err
	}
	if empty {
		if err := f.single(s, "--empty"); err != nil {
			return err
		}
	}
	var b strings.Builder
	for _, v := range list {
		if v.Unable {
			continue
		}
		draft := &migrate.Draft{Dialect: v.Dialect}
		if !empty {
			if draft, err = v.Plan(); err != nil {
				return err
			}
			if len(draft.Up) == 0 {
				continue
			}
		}
		file, err := draft.Write(v.Dir, name, time.Now(), v.Files)
		if err != nil {
			return err
		}
		fmt.Fprintf(&b, "created %s\n", path.Join(v.Shown, file))
		for _, step := range draft.Up {
			if step.Loses != "" && !step.Cleanup {
				fmt.Fprintf(&b, "  loses data: %s (%s)\n", step.Loses, step.Why)
			}
		}
	}
	if b.Len() == 0 {
		b.WriteString("nothing to do: the migration files make all that the models need (--empty writes a file for SQL of your own)\n")
	} else {
		b.WriteString("Read it, edit it where needed, and run `framework migrate apply`.\n")
	}
	_, err = io.WriteString(cmd.OutOrStdout(), b.String())
	return err
}

func migrateStatusCommand() *cobra.Command {
	var flags fileFlags
	cmd := &cobra.Command{
		Use:   "status [dir]",
		Short: "List the migration files and whether they were applied",
		Long: `List the migrations: applied, pending, changed since they were applied, missing (in
the journal of the database, without a file), failed (some statements were run).`,
		Args: usage(cobra.MaximumNArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			return withProject(cmd, &flags.projectFlags, args, engine.ReadDatabases, func(s *engine.Snapshot) error {
				report, err := flags.status(cmd.Context(), s)
				if err != nil {
					return err
				}
				return flags.write(cmd, report, report.print)
			})
		},
	}
	flags.register(cmd)
	return cmd
}

// statusReport is the output of migrate status --json.
type statusReport struct {
	Datastores []datastoreStatus `json:"datastores"`
}

type datastoreStatus struct {
	Name       string           `json:"name"`
	Database   string           `json:"database,omitempty"`
	Folder     string           `json:"folder,omitempty"`
	Migrations []migrate.Status `json:"migrations"`

	title string
}

func (f *fileFlags) status(ctx context.Context, s *engine.Snapshot) (*statusReport, error) {
	list, err := f.chosen(s)
	if err != nil {
		return nil, err
	}
	report := &statusReport{Datastores: []datastoreStatus{}}
	for _, v := range list {
		d := datastoreStatus{Name: v.Datastore, Migrations: []migrate.Status{}, title: title(v)}
		if !v.Unable {
			d.Database, d.Folder = v.Dialect.String(), v.Shown
			db, err := v.Database()
			if err == nil {
				d.Migrations, err = db.Status(ctx)
			}
			if err != nil {
				return nil, err
			}
		}
		report.Datastores = append(report.Datastores, d)
	}
	return report, nil
}

func (r *statusReport) print(w io.Writer) error {
	var b strings.Builder
	for _, d := range r.Datastores {
		b.WriteString(d.title)
		if d.Folder != "" && len(d.Migrations) == 0 {
			b.WriteString("no migration files; `framework migrate new NAME` writes the first one\n")
		}
		for _, s := range d.Migrations {
			fmt.Fprintf(&b, "%-8s %s", s.Condition, s.Name)
			switch {
			case s.Condition == migrate.Failed:
				fmt.Fprintf(&b, "  (%d of %d statements were run)", s.Done, s.Total)
			case s.AppliedAt != "":
				fmt.Fprintf(&b, "  %s", s.AppliedAt)
			}
			b.WriteByte('\n')
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func migrateCheckCommand() *cobra.Command {
	var flags fileFlags
	var offline bool
	cmd := &cobra.Command{
		Use:   "check [dir]",
		Short: "Check that migration files and models agree, for CI",
		Long: `Exit with 2 when the models need what no migration file makes, when a file was
changed after it was applied, or when its file is missing. Pending migrations are no
finding. With --offline no database is asked, so only files and models are compared.`,
		Args: usage(cobra.MaximumNArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			databases := engine.ReadDatabases
			if offline {
				databases = engine.NoDatabases
			}
			return withProject(cmd, &flags.projectFlags, args, databases, func(s *engine.Snapshot) error {
				return flags.check(cmd, s, offline)
			})
		},
	}
	flags.projectFlags.register(cmd)
	flags.only(cmd)
	cmd.Flags().BoolVar(&offline, "offline", false, "ask no database")
	return cmd
}

func (f *fileFlags) check(cmd *cobra.Command, s *engine.Snapshot, offline bool) error {
	list, err := f.chosen(s)
	if err != nil {
		return err
	}
	found := false
	var b strings.Builder
	for _, v := range list {
		b.WriteString(title(v))
		if v.Unable {
			continue
		}
		findings, err := checkDatastore(cmd.Context(), v, offline)
		if err != nil {
			return err
		}
		found = found || len(findings) > 0
		for _, line := range findings {
			b.WriteString(line + "\n")
		}
		if len(findings) == 0 {
			b.WriteString("ok\n")
		}
	}
	if _, err := io.WriteString(cmd.OutOrStdout(), b.String()); err != nil {
		return err
	}
	if found {
		return errPending
	}
	return nil
}

func checkDatastore(ctx context.Context, v *datastore.Versions, offline bool) (findings []string, err error) {
	draft, err := v.Plan()
	if err != nil {
		return nil, err
	}
	if len(draft.Up) > 0 {
		findings = append(findings, "the models need what no migration file makes; run `framework migrate new NAME`:")
		for _, step := range draft.Up {
			if line := fmt.Sprintf("  %s: %s", step.Table, step.Why); !slices.Contains(findings, line) {
				findings = append(findings, line)
			}
		}
	}
	if offline {
		return findings, nil
	}
	db, err := v.Database()
	if err != nil {
		return nil, err
	}
	list, err := db.Status(ctx)
	for _, m := range list {
		switch m.Condition {
		case migrate.Changed:
			findings = append(findings, m.Name+" was changed after it was applied")
		case migrate.Missing:
			findings = append(findings, m.Name+" was applied, and its file is missing")
		case migrate.Failed:
			findings = append(findings, fmt.Sprintf("%s failed after %d of %d statements", m.Name, m.Done, m.Total))
		case migrate.Applied, migrate.Pending:
		}
	}
	return findings, err
}
