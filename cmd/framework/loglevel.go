package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"framework/engine/control"
	"framework/engine/logging"
)

// projectLevel is the word for the level that the project has set.
const projectLevel = "default"

func logCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "log LEVEL [dir]",
		Short: "Change what the running servers of a project log",
		Long: `Have the servers that run on the project in dir (default: the current folder)
log from a level on: silly, verbose, info, debug, warn, error, crit or silent;
'default' goes back to what the project has set. It holds until it is changed
again or the server stops, also across reloads.

At verbose the log has a line for each request, at silly also its statements.
The signal SIGUSR1 goes from the level of the project to verbose, then to
silly, then back.`,
		Example: "  framework log verbose\n  framework log default ~/projects/shop",
		Args:    usage(cobra.RangeArgs(1, 2)),
		RunE: func(cmd *cobra.Command, args []string) error {
			level := args[0]
			if level == projectLevel {
				level = ""
			} else if _, err := logging.Level(level); err != nil {
				return &usageError{fmt.Errorf("%w, or %s", err, projectLevel)}
			}
			said, err := control.AskLogLevel(cmd.Context(), folder(args[1:]), level)
			for _, line := range said {
				fmt.Fprintln(cmd.OutOrStdout(), line)
			}
			return err
		},
	}
}
