package main

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"framework/engine"
	"framework/engine/orm"
)

// errPending ends migrate plan --check when something would change, and migrate check
// when it has found something: there is nothing to explain, only the exit code to give.
var errPending = errors.New("migrations are pending")

func migrateCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "migrate",
		Short: "Change the databases to what the models need, by files or at once",
		Long: `Change the databases of the project to what its models need.

With files: "new" writes the SQL to db/migrations, where you can read and edit it;
"apply" runs the files that a database has not seen, "rollback" undoes the last
ones, "status" and "check" compare. In a project with such files nothing else
changes a table.

At once, in projects without files: "plan" prints the SQL that makes the databases
fit the models, "apply" runs it. All models are treated as migrate: 'alter',
whatever they or the environment say. What would lose data is not done unless
--allow-loss says so: a column that is no longer declared and holds values is left
alone; for anything else, such as a unique attribute over duplicates, nothing is
changed at all.`,
		Example: `  framework migrate new add_pets
  framework migrate apply
  framework migrate check        # in CI`,
		Args: usage(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(migrateNewCommand(), migrateStatusCommand(), migrateApplyCommand(), migrateRollbackCommand(), migrateCheckCommand(), migratePlanCommand())
	return cmd
}

func migratePlanCommand() *cobra.Command {
	var flags reportFlags
	var allowLoss, check bool
	cmd := &cobra.Command{
		Use:   "plan [dir]",
		Short: "Print the SQL that would make the databases fit, and change nothing",
		Long: `Print, for each connection, the SQL that "framework migrate apply" with the same
flags would run where there are no migration files. What it would not run is
commented out.

With --check the exit code is 2 when something would change.`,
		Args: usage(cobra.MaximumNArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			return withDatabases(cmd, &flags.projectFlags, args, engine.ReadDatabases, func(_ *engine.Snapshot, list []engine.Migration) error {
				report := newReport(list, allowLoss)
				if err := flags.write(cmd, report, report.print); err != nil {
					return err
				}
				if check && report.pending() {
					return errPending
				}
				return nil
			})
		},
	}
	flags.register(cmd)
	cmd.Flags().BoolVar(&allowLoss, "allow-loss", false, "plan the steps that lose data, too")
	cmd.Flags().BoolVar(&check, "check", false, "exit with 2 when something would change")
	return cmd
}

// withDatabases builds the project with its databases and hands fn what they
// need.
func withDatabases(cmd *cobra.Command, flags *projectFlags, args []string, databases engine.Databases, fn func(s *engine.Snapshot, list []engine.Migration) error) error {
	return withProject(cmd, flags, args, databases, func(s *engine.Snapshot) error {
		list, err := s.PlanMigrations(cmd.Context())
		if err != nil {
			return err
		}
		return fn(s, list)
	})
}

// migrationReport is the output of migrate --json.
type migrationReport struct {
	Connections []connectionReport `json:"connections"`
}

type connectionReport struct {
	Name  string       `json:"name"`
	Steps []stepReport `json:"steps"`
}

// stepReport is a step and what becomes of it: "run", "leave" for an optional
// one that would lose data, "refuse" for one that stops the migration.
type stepReport struct {
	Action    string `json:"action"`
	Model     string `json:"model"`
	Attribute string `json:"attribute,omitempty"`
	Table     string `json:"table"`
	SQL       string `json:"sql"`
	Why       string `json:"why"`
	Loses     string `json:"loses,omitempty"`
}

func newReport(list []engine.Migration, allowLoss bool) *migrationReport {
	report := &migrationReport{Connections: []connectionReport{}}
	for _, m := range list {
		c := connectionReport{Name: m.Datastore, Steps: []stepReport{}}
		for _, s := range m.Plan.Steps {
			c.Steps = append(c.Steps, stepReport{action(s, allowLoss), s.Model, s.Attribute, s.Table, s.SQL, s.Why, s.Loses})
		}
		report.Connections = append(report.Connections, c)
	}
	return report
}

func action(s orm.Step, allowLoss bool) string {
	switch {
	case s.Loses == "" || allowLoss || s.Asked:
		return "run"
	case s.Optional:
		return "leave"
	}
	return "refuse"
}

// pending reports whether there are steps to run or steps that need permission.
func (r *migrationReport) pending() bool {
	for _, c := range r.Connections {
		for _, s := range c.Steps {
			if s.Action != "leave" {
				return true
			}
		}
	}
	return false
}

// print writes the report as an SQL script with comments.
func (r *migrationReport) print(w io.Writer) error {
	var b strings.Builder
	for i, c := range r.Connections {
		if i > 0 {
			b.WriteByte('\n')
		}
		if len(c.Steps) == 0 {
			fmt.Fprintf(&b, "-- connection %s: nothing to do\n", c.Name)
			continue
		}
		fmt.Fprintf(&b, "-- connection %s: %s\n", c.Name, count(len(c.Steps), "step"))
		for _, s := range c.Steps {
			s.print(&b)
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func (s *stepReport) print(b *strings.Builder) {
	fmt.Fprintf(b, "-- %s: %s\n", s.Table, s.Why)
	switch {
	case s.Action == "run" && s.Loses != "":
		fmt.Fprintf(b, "--   loses %s\n", s.Loses)
	case s.Action == "leave":
		fmt.Fprintf(b, "--   left alone: it would lose %s (--allow-loss)\n", s.Loses)
	case s.Action == "refuse":
		fmt.Fprintf(b, "--   refused, and with it all others: it would lose %s (--allow-loss)\n", s.Loses)
	}
	sql := strings.TrimSuffix(strings.TrimSpace(s.SQL), ";") + ";"
	if s.Action != "run" {
		sql = "-- " + strings.ReplaceAll(sql, "\n", "\n-- ")
	}
	fmt.Fprintln(b, sql)
}
