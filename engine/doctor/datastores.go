package doctor

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"framework/engine/datastore"
	"framework/engine/project"
)

// named is the property of a model that names its datastore.
var named = regexp.MustCompile(`(?:^|[\s{,'"])(?:connection|datastore)['"]?\s*:\s*\[?\s*(['"])`)

// datastores tells which datastores models use, and whether they are supported.
func (e *examination) datastores() {
	if e.Datastores == nil {
		return
	}
	if on, _ := e.Datastores.Config.Get("hooks.orm"); on == false {
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
		if !slices.ContainsFunc(e.Tree.Models, func(f project.File) bool { return f.Rel == s.rel }) {
			continue
		}
		at := named.FindStringSubmatchIndex(s.code)
		if at == nil {
			others++
			continue
		}
		name := s.text[at[2]+1:]
		use(name[:until(name, s.text[at[2]:at[3]])], s.rel)
	}
	if name, err := e.Datastores.Default(); err == nil && others > 0 {
		use(name, "")
	}
	for _, name := range order {
		e.datastore(name, used[name])
	}
	if section := e.configured(); len(section) > 0 {
		var unused []string
		for _, name := range section {
			if _, ok := used[name]; !ok {
				unused = append(unused, name)
			}
		}
		if len(unused) > 0 {
			e.add(Finding{Topic: Datastores, Level: Note, What: "no model uses " + strings.Join(unused, ", ") + ": not opened"})
		}
	}
}

// configured are the names of all datastores of the settings.
func (e *examination) configured() []string {
	for _, section := range []string{"datastores", "connections"} {
		if m, err := e.Datastores.Config.Map(section); err == nil && m.Len() > 0 {
			return m.Keys()
		}
	}
	return nil
}

func (e *examination) datastore(name, model string) {
	level := Fails
	if e.Loaded { // then it can be opened, whatever it looks like
		level = Differs
	}
	settings, from, err := e.Datastores.DatastoreSettings(name)
	if err != nil {
		e.add(Finding{Topic: Datastores, Level: level, What: err.Error(), File: model})
		return
	}
	adapter, _ := settings.Value("adapter").(string)
	file, _, _ := strings.Cut(from, ";")
	f := Finding{Topic: Datastores, Level: Note, What: fmt.Sprintf("%s: %s is built in", name, adapter)}
	if line := placeOf(e.Tree.Root, file, `(?m)^\s*['"]?`+regexp.QuoteMeta(name)+`['"]?\s*:\s*\{`); line > 0 {
		f.File, f.Line = file, line
	}
	if hint, err := datastore.CheckAdapter(adapter); err != nil {
		f.Level, f.What = level, fmt.Sprintf("%s: %v", name, err)
		f.Do = hint + ": move the data to one of these, or try the project with --" + e.Release.Datastores.Setting(name) + ".adapter=sails-disk"
	}
	if model != "" {
		f.What += " (for " + model + ")"
	}
	e.add(f)
}
