package main

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"framework/cmd/framework/generate"
	"framework/engine"
	"framework/engine/project"
)

// generators are the commands below generate. What they write is for the
// profile of the project.
type generators struct {
	dir       *string
	mode      *generate.Mode
	inProject func(run func(cmd *cobra.Command, args []string) error) func(*cobra.Command, []string) error
}

// isModern reports whether the project is one of 1.x.
func (g generators) isModern() (bool, error) {
	pkg, err := project.ReadPackage(*g.dir)
	return pkg.Modern(), err
}

// attributes reads name:type arguments, as the project's profile writes them.
func (g generators) attributes(args []string) (list []generate.Attribute, modern bool, err error) {
	if modern, err = g.isModern(); err != nil {
		return nil, modern, err
	}
	parse := generate.ParseAttribute
	if modern {
		parse = generate.ParseModernAttribute
	}
	for _, a := range args {
		attr, err := parse(a)
		if err != nil {
			return nil, modern, &usageError{err}
		}
		list = append(list, attr)
	}
	return list, modern, nil
}

const attributesHelp = `Attributes are name:type, or associations:

  name                     a string
  age:number               another type
  owner:model:user         a reference to one user
  pets:collection:pet:owner    the pets whose attribute owner refers to this record`

func (g generators) api() *cobra.Command {
	return &cobra.Command{
		Use: "api <name> [attribute:type ...]", Short: "A model and a controller: /<name> answers at once", Long: attributesHelp,
		Args: usage(cobra.MinimumNArgs(1)),
		RunE: g.inProject(func(cmd *cobra.Command, args []string) error {
			attrs, modern, err := g.attributes(args[1:])
			if err != nil {
				return err
			}
			write := generate.API
			if modern {
				write = generate.ModernAPI
			}
			files, err := write(*g.dir, args[0], attrs, *g.mode)
			if err != nil {
				return err
			}
			next := append(generate.Missing(*g.dir, args[0], attrs), "Its routes: framework routes, and GET /"+strings.ToLower(args[0])+" when it is lifted")
			return g.say(cmd, "Created a new api!", append(files, next...)...)
		}),
	}
}

func (g generators) model() *cobra.Command {
	return &cobra.Command{
		Use: "model <name> [attribute:type ...]", Short: "A model", Long: attributesHelp,
		Args: usage(cobra.MinimumNArgs(1)),
		RunE: g.inProject(func(cmd *cobra.Command, args []string) error {
			attrs, modern, err := g.attributes(args[1:])
			if err != nil {
				return err
			}
			write := generate.Model
			if modern {
				write = generate.ModernModel
			}
			f, err := write(*g.dir, args[0], attrs, *g.mode)
			if err != nil {
				return err
			}
			return g.say(cmd, fmt.Sprintf("Created a new model (%q) at %s!", base(f), f), generate.Missing(*g.dir, args[0], attrs)...)
		}),
	}
}

func (g generators) controller() *cobra.Command {
	return &cobra.Command{
		Use: "controller <name> [action ...]", Short: "A controller with empty actions",
		Args: usage(cobra.MinimumNArgs(1)),
		RunE: g.inProject(func(cmd *cobra.Command, args []string) error {
			modern, err := g.isModern()
			if err != nil {
				return err
			}
			write := generate.Controller
			if modern {
				write = generate.ModernController
			}
			f, err := write(*g.dir, args[0], args[1:], *g.mode)
			if err != nil {
				return err
			}
			return g.say(cmd, fmt.Sprintf("Created a new controller (%q) at %s!", args[0], f))
		}),
	}
}

// modern are the generators for files that only projects of 1.x have.
func (g generators) modern() []*cobra.Command {
	one := func(what, short string, classic bool, write func(name string) ([]string, error)) *cobra.Command {
		return &cobra.Command{
			Use: what + " <name>", Short: short, Args: usage(cobra.ExactArgs(1)),
			RunE: g.inProject(func(cmd *cobra.Command, args []string) error {
				modern, err := g.isModern()
				if err != nil {
					return err
				}
				if !modern && !classic {
					return fmt.Errorf("generate %s is for projects of the modern profile, which framework new --modern makes", what)
				}
				lines, err := write(args[0])
				if err != nil {
					return err
				}
				return g.say(cmd, fmt.Sprintf("Created a new %s (%q) at %s!", what, args[0], lines[0]), lines[1:]...)
			}),
		}
	}
	single := func(write func(root, name string, mode generate.Mode) (string, error)) func(string) ([]string, error) {
		return func(name string) ([]string, error) {
			f, err := write(*g.dir, name, *g.mode)
			return []string{f}, err
		}
	}
	return []*cobra.Command{
		one("action", "An action of its own: account/login", false, func(name string) ([]string, error) {
			f, err := generate.Action(*g.dir, name, *g.mode)
			identity := strings.TrimSuffix(strings.TrimPrefix(f, "api/controllers/"), filepath.Ext(f))
			return []string{f, fmt.Sprintf("Give it a route in config/routes.js: 'GET /%s': { action: '%s' }", identity, identity)}, err
		}),
		one("helper", "A helper: sails.helpers.doThis()", false, func(name string) ([]string, error) {
			f, call, err := generate.Helper(*g.dir, name, *g.mode)
			return []string{f, "It is called with: " + call}, err
		}),
		one("page", "A page: an action, its view and its script", false, func(name string) ([]string, error) {
			files, route, err := generate.Page(*g.dir, name, *g.mode)
			for _, f := range files {
				if strings.HasSuffix(f, ".less") {
					files = append(files, fmt.Sprintf("Name its styles in assets/styles/importer.less: @import '%s';", strings.TrimPrefix(f, "assets/styles/")))
				}
			}
			return append(files, "Give it a route in config/routes.js: "+route), err
		}),
		one("email", "A template for an e-mail", false, single(generate.Email)),
		one("script", "A script for framework run", false, func(name string) ([]string, error) {
			f, err := generate.Script(*g.dir, name, *g.mode)
			return []string{f, "Run it with: framework run " + base(f)}, err
		}),
		one("hook", "A hook of the project", true, single(generate.Hook)),
		one("policy", "A policy", true, func(name string) ([]string, error) {
			modern, err := g.isModern()
			if err != nil {
				return nil, err
			}
			write := generate.ClassicPolicy
			if modern {
				write = generate.Policy
			}
			f, err := write(*g.dir, name, *g.mode)
			return []string{f, fmt.Sprintf("Name it in config/policies.js: '*': '%s'", base(f))}, err
		}),
		one("service", "A service: a global with functions", true, func(name string) ([]string, error) {
			f, err := generate.Service(*g.dir, name, *g.mode)
			return []string{f, "Call it in other scripts: " + base(f) + ".example()"}, err
		}),
		one("view", "A view", true, func(name string) ([]string, error) {
			f, err := generate.View(*g.dir, name, *g.mode)
			return []string{f, fmt.Sprintf("Show it by a route in config/routes.js: 'GET /%s': { view: '%s' }", name, name)}, err
		}),
		one("response", "A response: res.<name>()", true, func(name string) ([]string, error) {
			f, err := generate.Response(*g.dir, name, *g.mode)
			return []string{f, fmt.Sprintf("Answer with it in an action: return res.%s(data)", name)}, err
		}),
		one("test", "A test, for framework test", true, func(name string) ([]string, error) {
			f, err := generate.Test(*g.dir, name, *g.mode)
			return []string{f, "Run it with: framework test " + f}, err
		}),
		one("seed", "Records that framework seed creates", true, func(name string) ([]string, error) {
			f, err := generate.Seed(*g.dir, name, *g.mode)
			return []string{f, "Name records in it, and create them with: framework seed"}, err
		}),
	}
}

// migration is framework migrate new, under the name by which it is looked for here.
func (g generators) migration() *cobra.Command {
	return &cobra.Command{
		Use: "migration <name>", Short: "A migration file with what the models need: migrate new", Args: usage(cobra.ExactArgs(1)),
		RunE: g.inProject(func(cmd *cobra.Command, args []string) error {
			var flags fileFlags
			if g.mode.Dry {
				_, err := fmt.Fprintf(cmd.OutOrStdout(), "Would write a file below db/migrations: framework migrate plan %s shows its SQL\n", *g.dir)
				return err
			}
			err := withProject(cmd, &flags.projectFlags, []string{*g.dir}, engine.NoDatabases, func(s *engine.Snapshot) error {
				return flags.create(cmd, s, args[0], false)
			})
			if err != nil {
				return err
			}
			_, err = fmt.Fprintln(cmd.OutOrStdout(), "Read it, and apply it with: framework migrate apply")
			return err
		}),
	}
}

// say prints the files that were written, or would be, and the next steps.
func (g generators) say(cmd *cobra.Command, done string, lines ...string) error {
	if g.mode.Dry {
		done = strings.Replace(done, "Created", "Would create", 1)
	}
	_, err := fmt.Fprintln(cmd.OutOrStdout(), done)
	for _, line := range lines {
		_, more := fmt.Fprintln(cmd.OutOrStdout(), "  "+generate.Names(*g.dir, line))
		err = errors.Join(err, more)
	}
	return err
}

// base is the name of a file without its extension.
func base(file string) string { return strings.TrimSuffix(filepath.Base(file), filepath.Ext(file)) }
