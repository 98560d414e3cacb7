package main

import (
	"errors"
	"fmt"
	"io"
	"log/slog"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"framework/engine"
	"framework/engine/control"
	"framework/engine/datastore"
	"framework/engine/problem"
)

// withProject builds the project without serving it and hands it to fn.
func withProject(cmd *cobra.Command, flags *projectFlags, args []string, databases engine.Databases, fn func(s *engine.Snapshot) error) error {
	return loadProject(cmd, flags, args, look{databases: databases}, fn)
}

// look is how far a project that is only looked at is run.
type look struct {
	databases  engine.Databases
	configured func(*datastore.Project) // called when the settings have been read, nil for nothing
	hooks      bool                     // initialises the hooks
}

// loadProject is withProject with all that can be set.
func loadProject(cmd *cobra.Command, flags *projectFlags, args []string, how look, fn func(s *engine.Snapshot) error) error {
	opts, err := flags.options(cmd, args)
	if err != nil {
		return err
	}
	if !asksForMore(cmd) {
		// The level of the project counts, so that a mistake in it is found.
		opts.Log = slog.New(slog.DiscardHandler)
	}
	opts.Inspect, opts.InitializeHooks, opts.Databases, opts.Configured = true, how.hooks, how.databases, how.configured
	opts.Lint = flags.lint
	app := engine.New(opts)
	if err := app.Load(cmd.Context()); err != nil {
		return &loadError{err, app.Failure()}
	}
	s, release, err := app.Acquire()
	if err != nil {
		return err
	}
	err = fn(s)
	release()
	if closeErr := app.Close(cmd.Context()); err == nil {
		err = closeErr
	}
	return err
}

// loadError is why a project could not be loaded, with what is known besides.
type loadError struct {
	error
	failure *engine.Failure // nil if loading was stopped
}

func (e *loadError) Unwrap() error { return e.error }

func (e *loadError) warnings() []problem.Problem {
	if e.failure == nil {
		return nil
	}
	return e.failure.Warnings
}

func routesCommand() *cobra.Command {
	var flags reportFlags
	var why bool
	cmd := &cobra.Command{
		Use:   "routes [dir]",
		Short: "List every route in the order it is matched",
		Long: `List every route of the project in the order in which they are matched: the
first one that answers wins.

--why adds the reason for which a route enters JavaScript; routes without one
run in Go alone.`,
		Args: usage(cobra.MaximumNArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			return withProject(cmd, &flags.projectFlags, args, engine.NoDatabases, func(s *engine.Snapshot) error {
				list := s.Routes()
				return flags.write(cmd, list, func(w io.Writer) error { return writeRoutes(w, list, why) })
			})
		},
	}
	flags.register(cmd)
	cmd.Flags().BoolVar(&why, "why", false, "say why a route enters JavaScript")
	return cmd
}

func writeRoutes(w io.Writer, list []engine.Route, why bool) error {
	tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	head := "VERB\tPATH\tTRANSPORT\tTARGET\tFAMILY\tSOURCE"
	if why {
		head += "\tJAVASCRIPT"
	}
	fmt.Fprintln(tw, head)
	for _, r := range list {
		verb := r.Verb
		if verb == "" {
			verb = "any"
		}
		fmt.Fprintf(tw, "%s\t%s\t%s\t%s\t%s\t%s", verb, r.Path, r.Transport, r.Target, r.Family, r.Source)
		if why {
			reason := strings.Join(r.Script, ", ")
			if reason == "" {
				reason = "-"
			}
			fmt.Fprintf(tw, "\t%s", reason)
		}
		fmt.Fprintln(tw)
	}
	return tw.Flush()
}

func checkCommand() *cobra.Command {
	var flags projectFlags
	cmd := &cobra.Command{
		Use:   "check [dir]",
		Short: "Load the project without serving it and report what is wrong",
		Long: `Load the project as lift would, models and routes included, without touching
its databases and without running its bootstrap. Exits with 1 when it would not
lift; with --strict also when there are warnings.`,
		Args: usage(cobra.MaximumNArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			out := cmd.OutOrStdout()
			flags.lint = true
			err := withProject(cmd, &flags, args, engine.NoDatabases, func(s *engine.Snapshot) error {
				writeWarnings(out, s.Warnings)
				for _, advice := range s.Advice {
					fmt.Fprintf(out, "advice: %s\n", advice)
				}
				_, err := fmt.Fprintf(out, "ok: %s, %s, %s, profile %s\n", count(len(s.Tree.Controllers), "controller"),
					count(len(s.Tree.Models), "model"), count(len(s.Table.Bindings()), "route"), s.Profile)
				if err != nil {
					return err
				}
				// Errors of a bootstrap appear only when it runs.
				failures, err := control.AskFailures(cmd.Context(), s.Tree.Root)
				for _, f := range failures {
					err = errors.Join(err, fmt.Errorf("a running server could not reload the project: %s", f))
				}
				return err
			})
			if failed, ok := errors.AsType[*loadError](err); ok {
				writeWarnings(out, failed.warnings())
			}
			return err
		},
	}
	flags.register(cmd)
	flags.registerStrict(cmd)
	return cmd
}

func writeWarnings(out io.Writer, list []problem.Problem) {
	for _, warning := range list {
		fmt.Fprintf(out, "warning: %s\n", warning)
	}
}

// count is "1 model" or "2 models".
func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
