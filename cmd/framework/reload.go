package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"framework/engine/control"
)

func reloadCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "reload [dir]",
		Short: "Make the running servers of a project load it again",
		Long: `Ask the servers that run on the project in dir (default: the current folder) to
load it again, and wait until they serve the new version. Exits with 1 when one
cannot: it goes on serving the version before.

Servers are found by their files in .tmp/servers; they listen for this on
127.0.0.1 only.`,
		Args: usage(cobra.MaximumNArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			said, err := control.AskReload(cmd.Context(), folder(args))
			for _, line := range said {
				fmt.Fprintln(cmd.OutOrStdout(), line)
			}
			return err
		},
	}
}
