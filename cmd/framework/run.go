package main

import (
	"fmt"
	"os/exec"
	"runtime"

	"github.com/spf13/cobra"

	"framework/engine"
	"framework/engine/project"
)

func runCommand() *cobra.Command {
	var flags projectFlags
	var dir string
	cmd := &cobra.Command{
		Use:   "run [flags] name [inputs]",
		Short: "Run a script of the project",
		Long: `Run scripts/<name>.js, a definition {inputs, exits, fn} as actions and helpers
are, with inputs from the command line: --input=value, --flag, and those that
its args lists by their order. What is left out comes from the environment
variable of that name with three underscores in front, ___input=value. Values of
inputs that are no text, number or boolean are written as JSON.

The app is loaded first, unless the script says sails: false: models, helpers
and services are there, the bootstrap does not run and nothing listens. What the
script returns is printed; an exit other than success exits with 1.

A name of the section "scripts" in package.json runs that command in the shell.
Flags of the program stand before the name.`,
		Example: `  framework run count-pets --kind=dog
  framework run --prod import-pets pets.csv`,
		Args: usage(cobra.MinimumNArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			script, err := project.FindScript(dir, args[0])
			if err != nil {
				return &usageError{err}
			}
			if script.Command != "" {
				return shell(cmd, script)
			}
			opts, err := flags.options(cmd, []string{dir})
			if err != nil {
				return err
			}
			text, err := engine.RunScript(cmd.Context(), opts, script, args[1:])
			if err == nil && text != "" {
				_, err = fmt.Fprintln(cmd.OutOrStdout(), text)
			}
			return err
		},
	}
	flags.register(cmd)
	cmd.Flags().StringVar(&dir, "dir", ".", "project folder")
	cmd.Flags().SetInterspersed(false)
	return cmd
}

// shell runs a command of package.json.
func shell(cmd *cobra.Command, s project.Script) error {
	name, flag := "sh", "-c"
	if runtime.GOOS == "windows" {
		name, flag = "cmd", "/c"
	}
	c := exec.CommandContext(cmd.Context(), name, flag, s.Command) //nolint:gosec // it is the project's own command
	c.Dir, c.Stdin, c.Stdout, c.Stderr = s.Dir, cmd.InOrStdin(), cmd.OutOrStdout(), cmd.ErrOrStderr()
	if err := c.Run(); err != nil {
		return fmt.Errorf("the command %q of package.json: %w", s.Command, err)
	}
	return nil
}
