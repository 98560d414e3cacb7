package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"framework/cmd/framework/generate"
)

func newCommand() *cobra.Command {
	var force, modern bool
	cmd := &cobra.Command{
		Use:   "new <name>",
		Short: "Make a new project in a folder of that name",
		Args:  usage(cobra.ExactArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			create, next := generate.Project, "api pet"
			if modern {
				create, next = generate.ModernProject, "model pet name:string"
			}
			if _, err := create(args[0], force); err != nil {
				return err
			}
			_, err := fmt.Fprintf(cmd.OutOrStdout(), "Created a new project in %s\n\n  cd %s\n  framework generate %s\n  framework lift\n", args[0], args[0], next)
			return err
		},
	}
	cmd.Flags().BoolVar(&modern, "modern", false, "a project of the modern profile: actions and helpers in files of their own, as since Sails 1.0")
	cmd.Flags().BoolVar(&force, "force", false, "write into a folder that is not empty, replacing files")
	return cmd
}

func generateCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:     "generate",
		Aliases: []string{"g"},
		Short:   "Generate a model, a controller, an action, a helper, a page …",
		Args:    usage(cobra.NoArgs),
		RunE:    func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	var dir string
	var force bool
	cmd.PersistentFlags().StringVar(&dir, "dir", ".", "project folder")
	cmd.PersistentFlags().BoolVar(&force, "force", false, "replace files that exist")
	inProject := func(run func(cmd *cobra.Command, args []string) error) func(*cobra.Command, []string) error {
		return func(cmd *cobra.Command, args []string) error {
			if _, err := os.Stat(filepath.Join(dir, "package.json")); errors.Is(err, os.ErrNotExist) {
				if _, err := os.Stat(filepath.Join(dir, "api")); errors.Is(err, os.ErrNotExist) {
					return fmt.Errorf("%s is not a project folder: change into one, or make one with: framework new <name>", dir)
				}
			}
			return asUsage(run(cmd, args))
		}
	}
	g := generators{dir: &dir, force: &force, inProject: inProject}
	cmd.AddCommand(g.api(), g.model(), g.controller())
	cmd.AddCommand(g.modern()...)
	return cmd
}

// asUsage makes bad names mistakes of the command line.
func asUsage(err error) error {
	var name *generate.NameError
	if errors.As(err, &name) {
		return &usageError{err}
	}
	return err
}
