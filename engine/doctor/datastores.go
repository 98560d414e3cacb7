package doctor

import (
	"fmt"
	"slices"
	"strings"

	"framework/engine/datastore"
	"framework/engine/project"
)

// datastores adds findings about the datastores that models use.
func (e *examination) datastores() {
	if e.Datastores == nil {
		return
	}
	if e.Datastores.Config.HookOff("orm") {
		return // the project has an ORM of its own
	}
	used := map[string]string{} // by name, the file that names it
	var order []string
	use := func(name, file string) {
		if _, ok := used[name]; !ok {
			used[name], order = file, append(order, name)
		}
	}
	others := 0
	for _, s := range e.scripts {
		if !slices.ContainsFunc(e.Tree.Models, func(f project.File) bool { return f.Rel == s.Rel }) {
			continue
		}
		if name, ok := s.Text("connection", "datastore"); ok {
			use(name, s.Rel)
		} else {
			others++
		}
	}
	if name, err := e.Datastores.Default(); err == nil && others > 0 {
		use(name, "")
	}
	for _, name := range order {
		e.datastore(name, used[name])
	}
	unused := slices.DeleteFunc(e.Datastores.Names(), func(name string) bool { return slices.Contains(order, name) })
	if len(unused) > 0 {
		e.add(Finding{Topic: Datastores, Level: Note, What: "no model uses " + strings.Join(unused, ", ") + ": not opened"})
	}
}

func (e *examination) datastore(name, model string) {
	level := Fails
	if e.Loaded { // then it can be opened, whatever it looks like
		level = Differs
	}
	settings, from, err := e.Datastores.DatastoreSettings(name)
	if err != nil {
		e.add(Finding{Topic: Datastores, Level: level, What: err.Error(), Place: Place{File: model}})
		return
	}
	adapter, _ := settings.Value("adapter").(string)
	file, _, _ := strings.Cut(from, ";")
	f := Finding{Topic: Datastores, Level: Note, What: fmt.Sprintf("%s: %s is built in", name, adapter)}
	if p := e.property(file, name, "{"); p.Line > 0 {
		f.Place = p
	}
	foreign, runs, err := e.Datastores.Foreign(name)
	switch {
	case err != nil:
		f.Level, f.What = level, err.Error()
	case runs:
		f.What = fmt.Sprintf("%s: the adapter %s (%s) runs in the project's JavaScript", name, foreign.Name, foreign.Source)
	}
	if hint, err := datastore.CheckAdapter(adapter); err != nil && !runs {
		f.Level, f.What = level, fmt.Sprintf("%s: %v", name, err)
		f.Do = hint + ": move the data to one of these, install the adapter (npm install " + adapter + "), or try the project with --" + e.Release.Datastores.Setting(name) + ".adapter=sails-disk"
	}
	if err := datastore.CheckSettings(settings, e.Tree.Root, e.Datastores.Rules); err != nil && !runs {
		// Loading the project for this report has opened no server.
		f.Level, f.What, f.Do = Fails, fmt.Sprintf("%s: %s: %v", name, adapter, err), "mend its settings; the project does not lift before"
	}
	if model != "" {
		f.What += " (for " + model + ")"
	}
	e.add(f)
}
