package doctor

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"framework/engine/audit"
	"framework/engine/view"
	"framework/engine/warnings"
)

// settings tells what has no effect: the warnings of loading the project, or those about
// its settings alone.
func (e *examination) settings() {
	list := e.Warnings
	if !e.Loaded && e.Datastores != nil {
		list = (&warnings.Project{Rules: e.Release.Checks, Config: e.Datastores.Config}).MisspeltSettings()
	}
	for _, text := range list {
		if slices.Contains(e.Release.Warnings, text) {
			continue
		}
		f := Finding{Topic: Settings, Level: Differs, What: text}
		if file, rest, ok := strings.Cut(text, ": "); ok && strings.Contains(file, "/") {
			if _, err := os.Stat(filepath.Join(e.Tree.Root, filepath.FromSlash(file))); err == nil {
				f.File, f.What = file, rest
			}
		}
		e.add(f)
	}
}

// routes tells how many actions can be reached without a policy.
func (e *examination) routes() {
	const shown = 5
	var open []string
	for _, way := range e.Ways {
		if way.Kind == audit.KindAction && way.Guard == audit.Unguarded {
			open = append(open, strings.TrimSpace(way.Verb+" "+way.Path))
		}
	}
	if len(open) == 0 {
		return
	}
	list := strings.Join(open[:min(shown, len(open))], ", ")
	if len(open) > shown {
		list += ", …"
	}
	e.add(Finding{
		Topic: Routes, Level: Note, What: fmt.Sprintf("%d routes lead to actions without a policy: %s", len(open), list),
		Do: "framework audit lists them; a rule of config/policies.js guards them",
	})
}

// views tells of a template engine that cannot be had.
func (e *examination) views() {
	if e.Datastores == nil {
		return
	}
	cfg := e.Datastores.Config
	set, err := view.ReadSettings(cfg)
	if err != nil || set.Engine == "ejs" {
		return
	}
	f := Finding{Topic: Views, Level: Note, File: cfg.Source("views.engine"), What: "pages are rendered by the project's package for " + set.Engine}
	_, function := cfg.Get("views.engine.fn")
	found := function
	for _, name := range []string{set.Engine, set.Engine + ".js", "consolidate"} {
		found = found || installed(e.Tree.Root, name) != ""
	}
	switch {
	case e.Release.Views.OnlyEJS:
		f.Level, f.What, f.Do = Differs, "views.engine has no effect in this release", "give views.getRenderFn"
	case !found:
		f.Level, f.What, f.Do = Differs, "the view engine "+set.Engine+" is not installed", "npm install "+set.Engine
	}
	e.add(f)
}

// assets tells what becomes of build tools, and of files that have to be compiled.
func (e *examination) assets() {
	for _, name := range []string{"Gruntfile.js", "gulpfile.js", "webpack.config.js"} {
		if _, err := os.Stat(filepath.Join(e.Tree.Root, name)); err == nil {
			e.add(Finding{
				Topic: Assets, Level: Note, File: name, What: "it is not run: the server generates CSS of LESS, scripts of CoffeeScript, templates and tags on request",
				Do: "for everything else run the tool itself, with .tmp/public as its output folder",
			})
		}
	}
	compilers := map[string][]string{
		".less": {"less"}, ".coffee": {"coffee-script", "coffeescript"}, ".scss": nil, ".sass": nil, ".styl": nil,
	}
	told := map[string]bool{}
	_ = filepath.WalkDir(filepath.Join(e.Tree.Root, "assets"), func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			if err == nil && (d.Name() == "node_modules" || d.Name() == "bower_components") {
				return filepath.SkipDir
			}
			return nil // without a folder there are no assets
		}
		ext := filepath.Ext(path)
		packages, known := compilers[ext]
		if !known || told[ext] {
			return nil
		}
		told[ext] = true
		rel, _ := filepath.Rel(e.Tree.Root, path)
		f := Finding{Topic: Assets, Level: Differs, File: filepath.ToSlash(rel)}
		switch {
		case packages == nil:
			f.What, f.Do = ext+" files are not compiled", "run their compiler, with .tmp/public as its output folder"
		case !slices.ContainsFunc(packages, func(name string) bool { return installed(e.Tree.Root, name) != "" }):
			f.What, f.Do = "the package that compiles "+ext+" files is not installed", "npm install "+packages[0]
		default:
			return nil
		}
		e.add(f)
		return nil
	})
}

// difference is code that behaves differently from what it does in Node or Sails.
type difference struct{ code, what, do string }

func differences() []difference {
	return []difference{
		{`\bfs\s*\.\s*watch\s*\(`, "fs.watch never emits an event", "compare fs.stat by a timer"},
		{`\.\s*(?:execSync|spawnSync|execFileSync)\s*\(`, "a program that runs for longer than script.turnLimit is interrupted", "use exec or spawn"},
		{`\bdetached\s*:\s*true\b`, "detached processes end with the version of the project that started them", "start them by the system"},
		{`\.\s*native\s*\(`, "there is no native: it is a feature of MongoDB", "use the methods of models, or SQL with query"},
		{`\.\s*sendStatement\s*\(`, "there is no sendStatement", "use sendNativeQuery"},
		{
			`\.\s*(?:fetchSockets|allSockets|socketsJoin|socketsLeave|disconnectSockets)\s*\(`, "it reaches the sockets of this server only",
			"use sails.sockets.addRoomMembersToRooms and similar functions",
		},
	}
}

// differences tells which differences the project's code meets.
func (e *examination) differences() {
	for _, d := range differences() {
		pattern := regexp.MustCompile(d.code)
		for _, s := range e.scripts {
			for _, at := range pattern.FindAllStringIndex(s.code, -1) {
				e.add(Finding{Topic: Differences, Level: Differs, What: d.what, File: s.rel, Line: s.line(at[0]), Do: d.do})
			}
		}
	}
}
