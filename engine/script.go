package engine

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"framework/engine/project"
	"framework/jsapi"
	"framework/jsapi/machine"
)

// Script is something that "framework run" can run: a file of the project or
// of an installed package, or a command of package.json.
type Script struct {
	Name string
	// File is absolute, "" for a command.
	File string
	// Command is a line for the shell, to be run in Dir.
	Command, Dir string
}

// ScriptError is a name that leads to no script, or to more than one.
type ScriptError struct{ Name, Reason string }

func (e *ScriptError) Error() string { return fmt.Sprintf("script %q: %s", e.Name, e.Reason) }

// FindScript looks a script up by its name in the project at dir: the file
// scripts/<name>.js, the package sails-run-<name>, or the command of that name
// in package.json.
func FindScript(dir, name string) (Script, error) {
	root, err := project.Root(dir)
	if err != nil {
		return Script{}, err
	}
	name = strings.TrimPrefix(name, "scripts/")
	scope, plain, scoped := strings.Cut(name, "/")
	if scoped && !strings.HasPrefix(name, "@") || plain != "" && strings.Contains(plain, "/") {
		return Script{}, &ScriptError{name, "the name of a script has no slash"}
	}
	base := strings.TrimSuffix(name, filepath.Ext(name))
	s := Script{Name: base, Dir: root}
	if f, ok := project.One(root, "scripts/"+base); ok {
		s.File = f.Path
	} else {
		module := "sails-run-" + strings.TrimPrefix(base, "sails-run-")
		if scoped {
			module = scope + "/sails-run-" + strings.TrimPrefix(plain, "sails-run-")
		}
		if path := filepath.Join(root, "node_modules", filepath.FromSlash(module)); isFolder(path) {
			s.File = path
		}
	}
	if s.Command, err = npmScript(root, name); err != nil {
		return Script{}, err
	}
	switch {
	case s.File != "" && s.Command != "":
		return Script{}, &ScriptError{name, "package.json has a command of that name as well: rename one of them"}
	case s.File == "" && s.Command == "":
		return Script{}, &ScriptError{name, fmt.Sprintf("there is neither scripts/%s.js nor a command of that name in package.json", name)}
	}
	return s, nil
}

func isFolder(path string) bool {
	st, err := os.Stat(path)
	return err == nil && st.IsDir()
}

// npmScript is the command of that name in package.json, "" for none.
func npmScript(root, name string) (string, error) {
	text, err := os.ReadFile(filepath.Join(root, "package.json"))
	if errors.Is(err, os.ErrNotExist) {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	var pkg struct{ Scripts map[string]string }
	if err := json.Unmarshal(text, &pkg); err != nil {
		return "", fmt.Errorf("package.json: %w", err)
	}
	return pkg.Scripts[name], nil
}

// RunScript runs the script of a file with the words of a command line and
// returns its output as text. The app is loaded for it, as far as the routes
// and the data: the bootstrap does not run, and nothing listens.
func RunScript(ctx context.Context, opts Options, s Script, words []string) (string, error) {
	opts.LoadOnly = true
	b := newBuild(New(opts).host)
	defer b.lifetime.releaseAndWait()
	src, rt, err := b.begin(ctx, nil)
	if err != nil {
		return "", err
	}
	var def, self jsapi.Value
	load := func() error {
		return rt.iso.Do(ctx, func(*jsapi.Realm) (err error) {
			def, err = rt.js.Loader().Require(s.File)
			return err
		})
	}
	if err := load(); err != nil {
		return "", err
	}
	if machine.NeedsApp(def) {
		if _, err := b.lift(ctx, src, rt, nil); err != nil {
			return "", err
		}
		self = rt.js.Object()
	}
	kit := b.gateway.now().kit
	if kit == nil {
		err := rt.iso.Do(ctx, func(r *jsapi.Realm) (err error) {
			settings := b.gateway.now().settings
			kit, err = machine.New(r, machine.Options{Require: rt.js.Require(), Log: b.log, Production: settings.Production()})
			return err
		})
		if err != nil {
			return "", err
		}
	}
	out, err := rt.iso.Begin(ctx, func(_ *jsapi.Realm, op *jsapi.Op) { kit.Script(op, def, s.Name, words, self) }).Wait()
	if err != nil {
		return "", err
	}
	text, _ := out.(string)
	return text, nil
}
