package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"framework/cmd/framework/generate"
	"framework/engine/config"
	"framework/engine/spelling"
	"framework/engine/value"
)

func newCommand() *cobra.Command {
	var mode generate.Mode
	dir := "."
	cmd := newProject(&dir, &mode)
	cmd.Flags().BoolVar(&mode.Force, "force", false, "write into a folder that is not empty, replacing files")
	return cmd
}

// insideProject returns an error if a folder that holds path is a project: two projects in
// one another are mistaken for each other.
func insideProject(path string) error {
	full, err := filepath.Abs(path)
	if err != nil {
		return err
	}
	for dir := filepath.Dir(full); ; dir = filepath.Dir(dir) {
		if _, err := os.Stat(filepath.Join(dir, "api")); err == nil {
			if _, err := os.Stat(filepath.Join(dir, "config")); err == nil {
				return fmt.Errorf("%s is inside of the project %s: choose a folder outside of it, or use --force", path, dir)
			}
		}
		if dir == filepath.Dir(dir) {
			return nil
		}
	}
}

// newProject is framework new, and framework generate new: its flags are also those of
// sails new. The project is made below dir.
func newProject(dir *string, mode *generate.Mode) *cobra.Command {
	var modern, traditional, fast, full bool
	var engine string
	cmd := &cobra.Command{
		Use:   "new <name>",
		Short: "Make a new project in a folder of that name",
		Args:  usage(cobra.ExactArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			if full {
				return &usageError{errors.New("--web, --caviar: the web app of sails new is not made here: run npx sails new, or leave the flag out for a project without pages of its own")}
			}
			if engine != "ejs" {
				return &usageError{fmt.Errorf("--template %s: a new project has templates of ejs: make one, and set engine in its config/views.js", engine)}
			}
			path := args[0]
			if !filepath.IsAbs(path) {
				path = filepath.Join(*dir, path)
			}
			if err := insideProject(path); err != nil && !mode.Force {
				return err
			}
			create, next := generate.Project, "api pet"
			if modern || traditional {
				create, next = generate.ModernProject, "model pet name:string"
			}
			if _, err := create(path, *mode); err != nil {
				return err
			}
			if mode.Dry {
				_, err := fmt.Fprintf(cmd.OutOrStdout(), "Would create a new project in %s\n", path)
				return err
			}
			_, err := fmt.Fprintf(cmd.OutOrStdout(), "Created a new project in %s\n\n  cd %s\n  framework generate %s\n  framework lift\n", path, path, next)
			return err
		},
	}
	cmd.Flags().BoolVar(&modern, "modern", false, "a project of the modern profile: actions and helpers in files of their own, as since Sails 1.0")
	cmd.Flags().BoolVar(&traditional, "traditional", false, "the same as --modern: the name that sails new has for it")
	cmd.Flags().StringSliceVar(&mode.Parts.Without, "without", nil, "leave parts out: "+strings.Join(generate.PartNames(), ", ")+" (the last three are never there)")
	cmd.Flags().BoolVar(&mode.Parts.NoFrontend, "no-frontend", false, "leave views and assets out")
	cmd.Flags().BoolVar(&mode.Parts.Auth, "auth", false, "add users who sign up and log in: a model, actions, a policy, a page and a test")
	cmd.Flags().StringVar(&mode.Parts.Database, "db", "", "keep records on a server: "+strings.Join(generate.Databases(), ", ")+" (default: a file below .tmp)")
	cmd.Flags().BoolVar(&mode.Parts.TypeScript, "ts", false, "write the scripts in TypeScript")
	cmd.Flags().BoolVar(&fast, "fast", false, "install no packages: a new project needs none, so this is always so")
	cmd.Flags().StringVar(&engine, "template", "ejs", "template engine of the views: ejs")
	cmd.Flags().StringVar(&engine, "viewEngine", "ejs", "the same as --template")
	for _, name := range []string{"web", "caviar"} {
		cmd.Flags().BoolVar(&full, name, false, "")
		_ = cmd.Flags().MarkHidden(name) // it is answered with an explanation
	}
	return cmd
}

func generateCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:     "generate",
		Aliases: []string{"g"},
		Short:   "Generate a model, a controller, an action, a helper, a page …",
		Args:    cobra.ArbitraryArgs,
	}
	var dir string
	var mode generate.Mode
	cmd.PersistentFlags().StringVar(&dir, "dir", ".", "project folder")
	cmd.PersistentFlags().BoolVar(&mode.Force, "force", false, "replace files that exist")
	cmd.PersistentFlags().BoolVar(&mode.Dry, "dry", false, "say what would be written, and write nothing")
	inProject := func(run func(cmd *cobra.Command, args []string) error) func(*cobra.Command, []string) error {
		return func(cmd *cobra.Command, args []string) error {
			if _, err := os.Stat(filepath.Join(dir, "package.json")); errors.Is(err, os.ErrNotExist) {
				if _, err := os.Stat(filepath.Join(dir, "api")); errors.Is(err, os.ErrNotExist) {
					return fmt.Errorf("%s is not a project folder: change into one, or make one with: framework new <name>", dir)
				}
			}
			own, err := ownGenerators(dir)
			if err != nil {
				return err
			}
			if module := own.Value(cmd.Name()); module != nil {
				cmd.PrintErrf("warn: .sailsrc names a generator %q (%v), which is not used: generators are programs of Node\n", cmd.Name(), module)
			}
			return asUsage(run(cmd, args))
		}
	}
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if len(args) == 0 {
			return cmd.Help()
		}
		return noGenerator(dir, args[0], commandNames(cmd))
	}
	g := generators{dir: &dir, mode: &mode, inProject: inProject}
	cmd.AddCommand(newProject(&dir, &mode), g.api(), g.model(), g.controller())
	cmd.AddCommand(g.modern()...)
	cmd.AddCommand(g.migration())
	return cmd
}

// ownGenerators are the generators that the .sailsrc of a project names, by what
// they generate.
func ownGenerators(dir string) (*value.Map, error) {
	layers, err := config.RCLayers(dir, rcFolders())
	if err != nil {
		return nil, err
	}
	own := value.New(0)
	for _, layer := range layers {
		section, _ := layer.Values.Value("generators").(*value.Map)
		modules, _ := section.Value("modules").(*value.Map)
		for what, module := range modules.All() {
			own.Set(what, module)
		}
	}
	return own, nil
}

// noGenerator returns what to do instead for something that cannot be generated; known is
// what can.
func noGenerator(dir, what string, known []string) error {
	why := map[string]string{
		"adapter":     "adapters are written for Node, and cannot be loaded: the databases of docs/databases.md are built in",
		"generator":   "generators are programs of Node, which are not run",
		"parasails":   "copy parasails.js out of the package parasails into assets/dependencies",
		"sails.io.js": "copy sails.io.js out of the package sails.io.js into assets/dependencies",
	}[what]
	own, err := ownGenerators(dir)
	if err != nil {
		return err
	}
	if module := own.Value(what); module != nil {
		why = fmt.Sprintf("the generator of .sailsrc (%v) is a program of Node: run it there, with sails generate %s", module, what)
	}
	if why == "" {
		if near := spelling.Nearest(what, slices.Values(known)); near != "" {
			why = "did you mean " + near + "? "
		}
		why += "framework generate lists what there is; generators of packages are programs of Node, to be run there with sails generate " + what
	}
	return &usageError{fmt.Errorf("generate %s: %s", what, why)}
}

// asUsage converts invalid names to usage errors.
func asUsage(err error) error {
	var name *generate.NameError
	if errors.As(err, &name) {
		return &usageError{err}
	}
	return err
}
