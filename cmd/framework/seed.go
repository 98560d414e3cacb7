package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"framework/engine"
)

func seedCommand() *cobra.Command {
	var flags projectFlags
	var dir string
	cmd := &cobra.Command{
		Use:   "seed [names]",
		Short: "Create the records of db/seeds, unless they are there",
		Long: `Create the records that the files in db/seeds name, then those of db/seeds/<environment>,
in the order of their names. A record that is there stays as it is, so that the
command can be run again: it is found by its key or a unique attribute, else by all
of its values. With names, only these files are run.

A file exports records by their models, or a function, which is given
seed(model, key, values):

  module.exports = {
    user: [{ email: 'ann@example.com', name: 'Ann' }],
    pet: [{ name: 'Rex', owner: { email: 'ann@example.com' } }]
  };

Each file is run in a transaction of each datastore that has them: it is done
whole or not at all. The app is loaded as by run: the bootstrap does not run.`,
		Example: `  framework seed
  framework seed 01-users --prod`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if !asksForMore(cmd) {
				flags.settings = append([]string{"log.level=warn"}, flags.settings...)
			}
			opts, err := flags.options(cmd, []string{dir})
			if err != nil {
				return err
			}
			return engine.Seed(cmd.Context(), opts, args, func(r engine.SeedResult) error {
				text := fmt.Sprintf("%s: %s created", r.File, count(r.Created, "record"))
				if r.Kept > 0 {
					text += fmt.Sprintf(", %d there already", r.Kept)
				}
				_, err := fmt.Fprintln(cmd.OutOrStdout(), text)
				return err
			})
		},
	}
	flags.register(cmd)
	cmd.Flags().StringVar(&dir, "dir", ".", "project folder")
	return cmd
}
