package main

import (
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"framework/engine"
	"framework/engine/datastore"
	"framework/engine/doctor"
	"framework/engine/profile"
	"framework/engine/project"
	"framework/engine/snapshot"
)

// errWillFail ends doctor if something will fail; the report that was printed
// has the details.
var errWillFail = errors.New("something of the project will fail")

func doctorCommand() *cobra.Command {
	var flags reportFlags
	var static bool
	cmd := &cobra.Command{
		Use:   "doctor [dir]",
		Short: "Say what the project needs and whether it is here, before it is lifted",
		Long: `Say what the project needs and whether it is here: the release that it is
served as, datastores, packages, core modules of Node, views, assets, settings,
routes without policies, and what the project will notice of the differences to
Sails. Most of that is read from the files. The project is also loaded as by
framework check: without its databases, and without its bootstrap. --static
leaves that out, so that nothing of the project runs and less is known.

Exits with 1 when something will fail.`,
		Args: usage(cobra.MaximumNArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			p, err := readForDoctor(cmd, &flags.projectFlags, args, static)
			if err != nil {
				return err
			}
			report := doctor.Examine(p)
			err = flags.write(cmd, report, func(w io.Writer) error { return writeReport(w, report) })
			if err == nil && report.Count(doctor.Fails) > 0 {
				return errWillFail
			}
			return err
		},
	}
	flags.register(cmd)
	cmd.Flags().BoolVar(&static, "static", false, "read files only, run nothing of the project")
	return cmd
}

// readForDoctor reads the files of a project and, unless static, loads it.
func readForDoctor(cmd *cobra.Command, flags *projectFlags, args []string, static bool) (*doctor.Project, error) {
	tree, err := project.Scan(folder(args), project.DefaultPaths())
	if err != nil {
		return nil, err
	}
	release, err := profile.Choose(flags.profile, tree.Package)
	if err != nil {
		return nil, err
	}
	p := &doctor.Project{Tree: tree, Release: release, Wanted: flags.profile, Environment: "development", Provided: snapshot.Provided(release)}
	if static {
		return p, nil
	}
	configured := func(d *datastore.Project) { p.Datastores, p.Environment = d, d.Settings.Environment }
	p.Err = loadProject(cmd, flags, args, look{configured: configured}, func(s *engine.Snapshot) error {
		p.Loaded, p.Tree, p.Warnings, p.Ways = true, s.Tree, s.Warnings, s.Audit().Ways
		return nil
	})
	if failed, ok := errors.AsType[*loadError](p.Err); ok {
		p.Err, p.Warnings = failed.error, failed.warnings()
	}
	return p, cmd.Context().Err()
}

func writeReport(w io.Writer, report doctor.Report) error {
	var topic doctor.Topic
	for _, f := range report.Findings {
		if f.Topic != topic {
			topic = f.Topic
			if _, err := fmt.Fprintf(w, "%s\n", topic); err != nil {
				return err
			}
		}
		place := f.Place.String()
		if place != "" {
			place += ": "
		}
		if _, err := fmt.Fprintf(w, "  %-8s %s%s\n", f.Level, place, f.What); err != nil {
			return err
		}
		if f.Do != "" {
			if _, err := fmt.Fprintf(w, "           -> %s\n", f.Do); err != nil {
				return err
			}
		}
	}
	verdict := "nothing stops it"
	if n := report.Count(doctor.Fails); n > 0 {
		verdict = fmt.Sprintf("%s that fail", count(n, "thing"))
		if n == 1 {
			verdict = "1 thing that fails"
		}
	}
	_, err := fmt.Fprintf(w, "%s, %s, %s: profile %s\n", verdict, count(report.Count(doctor.Differs), "difference"), count(report.Count(doctor.Note), "note"), report.Release)
	return err
}
