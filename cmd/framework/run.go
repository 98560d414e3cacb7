package main

import (
	"fmt"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/spf13/cobra"

	"framework/engine"
	"framework/engine/project"
)

func runCommand() *cobra.Command {
	var flags projectFlags
	var debugger inspectFlags
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
Flags of the program stand before the name.

--inspect-brk pauses before the first statement of the script.`,
		Example: `  framework run count-pets --kind=dog
  framework run --prod import-pets pets.csv
  framework run --inspect-brk count-pets`,
		Args: usage(cobra.MinimumNArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			script, err := project.FindScript(dir, args[0])
			if err != nil {
				return &usageError{err}
			}
			if err := debuggable(&debugger, script); err != nil {
				return err
			}
			if script.Command != "" {
				return shell(cmd, script)
			}
			opts, err := flags.options(cmd, []string{dir})
			if err != nil {
				return err
			}
			end, err := debugger.open(cmd, &opts, func(path string) bool {
				return path == script.File || strings.HasPrefix(path, script.File+string(filepath.Separator)) // a package
			})
			if err != nil {
				return err
			}
			defer end()
			text, err := engine.RunScript(cmd.Context(), opts, script, args[1:])
			if err == nil && text != "" {
				_, err = fmt.Fprintln(cmd.OutOrStdout(), text)
			}
			return err
		},
	}
	flags.register(cmd)
	debugger.register(cmd)
	cmd.Flags().StringVar(&dir, "dir", ".", "project folder")
	cmd.Flags().SetInterspersed(false)
	return cmd
}

// debuggable is an error if debuggers are wanted for a script that they cannot pause.
func debuggable(f *inspectFlags, s project.Script) error {
	switch {
	case !f.wanted():
		return nil
	case s.Command != "":
		return &usageError{fmt.Errorf("--inspect: %s is a command of package.json, which the shell runs. Name a script of the folder scripts", s.Name)}
	case !f.packages && strings.Contains(filepath.ToSlash(strings.TrimPrefix(s.File, s.Dir)), "/node_modules/"):
		return &usageError{fmt.Errorf("--inspect: the script %s is one of a package: add --inspect-packages", s.Name)}
	}
	return nil
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
