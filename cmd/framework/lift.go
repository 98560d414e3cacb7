package main

import (
	"github.com/spf13/cobra"

	"framework/engine"
)

func liftCommand() *cobra.Command {
	var flags projectFlags
	var noWatch bool
	cmd := &cobra.Command{
		Use:     "lift [dir]",
		Aliases: []string{"l"},
		Short:   "Serve the project in dir (default: the current folder)",
		Long: `Serve the project in dir until the program is interrupted.

In development a change of the folder takes effect on the next request: a new
version is built beside the one that is served and takes its place; a version
that cannot be built does not. In production SIGHUP does the same, and
'framework reload' everywhere.

Settings win in this order: flags (--log.level=warn), environment variables
(sails_log__level=warn), files given with --config, .sailsrc, PORT, config/local.js, config/env, config.`,
		Example: `  framework lift
  framework lift ~/projects/shop --port 8080 --prod`,
		Args: usage(cobra.MaximumNArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			opts, err := flags.options(cmd, args)
			if err != nil {
				return err
			}
			opts.Watch = !noWatch && !flags.prod
			opts.Hangup = true
			boundMemory()
			go returnMemory(cmd.Context())
			return engine.Run(cmd.Context(), opts)
		},
	}
	flags.register(cmd)
	cmd.Flags().BoolVar(&noWatch, "no-watch", false, "do not follow changes of the folder")
	return cmd
}
