package main

import (
	"github.com/spf13/cobra"

	"framework/engine"
)

func liftCommand() *cobra.Command {
	var flags projectFlags
	cmd := &cobra.Command{
		Use:     "lift [dir]",
		Aliases: []string{"l"},
		Short:   "Serve the project in dir (default: the current folder)",
		Long: `Serve the project in dir until the program is interrupted.

Settings win in this order: flags, environment variables (sails_log__level=warn),
.sailsrc, PORT, config/local.js, config/env, config.`,
		Example: `  framework lift
  framework lift ~/projects/shop --port 8080 --prod`,
		Args: usage(cobra.MaximumNArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			opts, err := flags.options(cmd, args)
			if err != nil {
				return err
			}
			return engine.Run(cmd.Context(), opts)
		},
	}
	flags.register(cmd)
	return cmd
}
