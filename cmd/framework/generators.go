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
	var force bool
	cmd := &cobra.Command{
		Use:   "new <name>",
		Short: "Make a new project in a folder of that name",
		Args:  usage(cobra.ExactArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			if _, err := generate.Project(args[0], force); err != nil {
				return err
			}
			_, err := fmt.Fprintf(cmd.OutOrStdout(), "Created a new project in %s\n\n  cd %s\n  framework generate api pet\n  framework lift\n", args[0], args[0])
			return err
		},
	}
	cmd.Flags().BoolVar(&force, "force", false, "write into a folder that is not empty, replacing files")
	return cmd
}

func generateCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:     "generate",
		Aliases: []string{"g"},
		Short:   "Generate a model, a controller, or both",
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
	attributes := func(args []string) ([]generate.Attribute, error) {
		var list []generate.Attribute
		for _, a := range args {
			attr, err := generate.ParseAttribute(a)
			if err != nil {
				return nil, &usageError{err}
			}
			list = append(list, attr)
		}
		return list, nil
	}
	cmd.AddCommand(
		&cobra.Command{
			Use: "api <name> [attribute:type ...]", Short: "A model and a controller: /<name> answers at once",
			Args: usage(cobra.MinimumNArgs(1)),
			RunE: inProject(func(cmd *cobra.Command, args []string) error {
				attrs, err := attributes(args[1:])
				if err != nil {
					return err
				}
				files, err := generate.API(dir, args[0], attrs, force)
				if err != nil {
					return err
				}
				fmt.Fprintln(cmd.OutOrStdout(), "Created a new api!")
				for _, f := range files {
					fmt.Fprintf(cmd.OutOrStdout(), "  %s\n", f)
				}
				return nil
			}),
		},
		&cobra.Command{
			Use: "model <name> [attribute:type ...]", Short: "A model",
			Args: usage(cobra.MinimumNArgs(1)),
			RunE: inProject(func(cmd *cobra.Command, args []string) error {
				attrs, err := attributes(args[1:])
				if err != nil {
					return err
				}
				f, err := generate.Model(dir, args[0], attrs, force)
				if err != nil {
					return err
				}
				_, err = fmt.Fprintf(cmd.OutOrStdout(), "Created a new model (%q) at %s!\n", filepath.Base(f[:len(f)-len(".js")]), f)
				return err
			}),
		},
		&cobra.Command{
			Use: "controller <name> [action ...]", Short: "A controller with empty actions",
			Args: usage(cobra.MinimumNArgs(1)),
			RunE: inProject(func(cmd *cobra.Command, args []string) error {
				f, err := generate.Controller(dir, args[0], args[1:], force)
				if err != nil {
					return err
				}
				_, err = fmt.Fprintf(cmd.OutOrStdout(), "Created a new controller (%q) at %s!\n", args[0], f)
				return err
			}),
		},
	)
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
