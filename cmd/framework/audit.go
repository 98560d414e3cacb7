package main

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"framework/engine"
	"framework/engine/audit"
)

// errUnguarded ends audit --fail-on-unguarded; the list that was printed has
// the details.
var errUnguarded = errors.New("there are unguarded actions: name policies for them in config/policies.js")

func auditCommand() *cobra.Command {
	var flags reportFlags
	var fail bool
	cmd := &cobra.Command{
		Use:   "audit [dir]",
		Short: "List everything that can be reached and the policies in front of it",
		Long: `List everything that clients can reach, in the order in which it is asked, with
the policies that every request has to pass: actions, views, redirects,
responses, middleware of config/http.js, folders of files. Something without
policies is public where config/policies.js says true for it or for its
controller, else it is unguarded; where this cannot be determined, the route is unguarded.

Behind that, for each model, the default actions through which its records are
read, written, linked or heard of, in answers, nested values and messages to
sockets, and the policies of the model itself that are not asked there. What
actions of the project do with models is theirs to say.

Routes that code binds while the bootstrap runs or later are not listed: it is
not run.

--fail-on-unguarded exits with 1 when there is an unguarded action.`,
		Args: usage(cobra.MaximumNArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			return withProject(cmd, &flags.projectFlags, args, engine.NoDatabases, func(s *engine.Snapshot) error {
				report := s.Audit()
				err := flags.write(cmd, report, func(w io.Writer) error { return writeAudit(w, report) })
				if err == nil && fail && slices.ContainsFunc(report.Ways, audit.Exposure.IsUnguardedAction) {
					return errUnguarded
				}
				return err
			})
		},
	}
	flags.register(cmd)
	cmd.Flags().BoolVar(&fail, "fail-on-unguarded", false, "exit with 1 when an action is unguarded")
	return cmd
}

func writeAudit(w io.Writer, report audit.Report) error {
	tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(tw, "VERB\tPATH\tTRANSPORT\tACTION\tPOLICIES\tRULE")
	open, others := 0, 0
	for _, e := range report.Ways {
		verb, action, rule := e.Verb, e.Action, e.Rule
		if verb == "" {
			verb = "any"
		}
		if rule == "" {
			rule = "-"
		}
		switch {
		case e.IsUnguardedAction():
			open++
		case e.Guard == audit.Unguarded && e.Kind != audit.KindServer:
			others++
		}
		if len(e.Models) > 0 && !isOwn(e.Action, e.Models) {
			action += " on " + strings.Join(e.Models, ", ")
		}
		fmt.Fprintf(tw, "%s\t%s\t%s\t%s\t%s\t%s\n", verb, e.Path, e.Transport, action, shownGuard(e), rule)
	}
	if err := tw.Flush(); err != nil {
		return err
	}
	if _, err := fmt.Fprintf(w, "%s in, %d unguarded, and %d that are no actions\n", count(len(report.Ways), "way"), open, others); err != nil {
		return err
	}
	if len(report.Models) == 0 {
		return nil
	}
	fmt.Fprintln(tw, "\nMODEL\tHOW\tTHROUGH\tPOLICIES\tNOT ASKED")
	for _, r := range mergeActions(report.Models) {
		passed := strings.Join(r.Passed, ", ")
		if passed == "" {
			passed = "-"
		}
		fmt.Fprintf(tw, "%s\t%s\t%s\t%s\t%s\n", r.Model, r.How, r.Through, shownPolicies(r.Guard, r.Policies), passed)
	}
	return tw.Flush()
}

// mergeActions puts actions of a model that differ only in their names into one line.
func mergeActions(list []audit.Reach) []audit.Reach {
	var out []audit.Reach
	at := map[string]int{}
	for _, r := range list {
		action, aliases, _ := strings.Cut(r.Through, " ")
		model, name, _ := strings.Cut(action, ".")
		key := fmt.Sprint(r.Model, r.How, model, aliases, r.Guard, r.Policies, r.Passed)
		i, ok := at[key]
		if !ok {
			at[key] = len(out)
			out = append(out, r)
			continue
		}
		before, behind, _ := strings.Cut(out[i].Through, " ")
		out[i].Through = strings.TrimSpace(before + "," + name + " " + behind)
	}
	return out
}

// isOwn reports whether an action is about the one model that it is called
// after.
func isOwn(action string, models []string) bool {
	return len(models) == 1 && (strings.HasPrefix(action, models[0]+".") || strings.HasPrefix(action, models[0]+"/"))
}

func shownGuard(e audit.Exposure) string {
	if e.Kind == audit.KindServer {
		return "(built in)"
	}
	return shownPolicies(e.Guard, e.Policies)
}

func shownPolicies(guard string, policies []string) string {
	switch guard {
	case audit.GuardedPublic:
		return "(public)"
	case audit.Unguarded:
		return "UNGUARDED"
	}
	return strings.Join(policies, ", ")
}
