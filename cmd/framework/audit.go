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
)

// errUnguarded ends audit --fail-on-unguarded; the list has said the rest.
var errUnguarded = errors.New("there are unguarded actions")

func auditCommand() *cobra.Command {
	var flags projectFlags
	var asJSON, fail bool
	cmd := &cobra.Command{
		Use:   "audit [dir]",
		Short: "List every action that can be reached and the policies in front of it",
		Long: `List every action that clients can reach, in the order in which routes are
matched, with the policies in front of it. An action without policies is public
where config/policies.js says true for it or for its controller, else it is
unguarded.

--fail-on-unguarded exits with 1 when there is an unguarded action.`,
		Args: usage(cobra.MaximumNArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			return withProject(cmd, &flags, args, engine.NoDatabases, func(s *engine.Snapshot) error {
				list := s.Audit()
				var err error
				if asJSON {
					err = writeJSON(cmd.OutOrStdout(), slices.Concat([]engine.Exposure{}, list))
				} else {
					err = writeAudit(cmd.OutOrStdout(), list)
				}
				if err == nil && fail && slices.ContainsFunc(list, isUnguarded) {
					return errUnguarded
				}
				return err
			})
		},
	}
	flags.register(cmd)
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	cmd.Flags().BoolVar(&fail, "fail-on-unguarded", false, "exit with 1 when an action is unguarded")
	return cmd
}

func isUnguarded(e engine.Exposure) bool { return e.Guard == engine.Unguarded }

func writeAudit(w io.Writer, list []engine.Exposure) error {
	tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(tw, "VERB\tPATH\tTRANSPORT\tACTION\tPOLICIES\tRULE")
	open := 0
	for _, e := range list {
		verb, policies, rule := e.Verb, strings.Join(e.Policies, ", "), e.Rule
		if verb == "" {
			verb = "any"
		}
		switch e.Guard {
		case engine.GuardedPublic:
			policies = "(public)"
		case engine.Unguarded:
			policies = "UNGUARDED"
			open++
		}
		if rule == "" {
			rule = "-"
		}
		fmt.Fprintf(tw, "%s\t%s\t%s\t%s\t%s\t%s\n", verb, e.Path, e.Transport, e.Action, policies, rule)
	}
	if err := tw.Flush(); err != nil {
		return err
	}
	_, err := fmt.Fprintf(w, "%s in, %d unguarded\n", count(len(list), "way"), open)
	return err
}
