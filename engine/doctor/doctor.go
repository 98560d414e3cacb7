package doctor

import (
	"cmp"
	"slices"
	"strings"

	"framework/engine/audit"
	"framework/engine/datastore"
	"framework/engine/problem"
	"framework/engine/profile"
	"framework/engine/project"
	"framework/engine/scripts"
)

// Level is how much a finding matters.
type Level string

// The levels, the worst first.
const (
	Fails   Level = "fails"   // the project does not lift, or something of it fails
	Differs Level = "differs" // something may fail, has no effect, or behaves differently
	Note    Level = "note"    // nothing has to be done
)

// Topic is what a finding is about. Reports are grouped by it.
type Topic string

// The topics, in the order of a report.
const (
	Release     Topic = "release"
	Loading     Topic = "loading"
	Datastores  Topic = "datastores"
	Packages    Topic = "packages"
	CoreModules Topic = "core modules"
	Views       Topic = "views"
	Assets      Topic = "assets"
	Settings    Topic = "settings"
	Routes      Topic = "routes"
	Differences Topic = "differences"
)

func topics() []Topic {
	return []Topic{Release, Loading, Datastores, Packages, CoreModules, Views, Assets, Settings, Routes, Differences}
}

// Finding is something that a project needs, or that it would notice.
type Finding struct {
	Topic Topic  `json:"topic"`
	Level Level  `json:"level"`
	What  string `json:"what"`
	Place
	// Do is what to do, "" for nothing.
	Do string `json:"do,omitempty"`
}

// Report is what was found, by topic, in each the worst first.
type Report struct {
	Release  string    `json:"release"`
	Findings []Finding `json:"findings"`
}

// Count is the number of findings of a level.
func (r Report) Count(level Level) int {
	n := 0
	for _, f := range r.Findings {
		if f.Level == level {
			n++
		}
	}
	return n
}

// Project is what is looked at. It is not changed.
type Project struct {
	Tree    *project.Tree
	Release profile.Release
	// Wanted is the profile that the command line sets, "" for none.
	Wanted string
	// Environment is that of the settings.
	Environment string
	// Provided are the names that require finds without node_modules.
	Provided map[string]bool
	// Datastores reads the datastores and has the settings; nil where these could
	// not be read.
	Datastores *datastore.Project
	// Loaded says that the project was loaded, as far as that goes without its
	// databases; Err is why not, nil for a project whose code was not run.
	Loaded bool
	Err    error
	// Warnings are those of loading the project, Ways is how clients reach it.
	Warnings []problem.Problem
	Ways     []audit.Exposure
}

// Examine looks at everything.
func Examine(p *Project) Report {
	e := &examination{Project: p, files: map[string]*scripts.Script{}}
	e.scripts, e.others = scripts.Read(p.Tree, scripts.Options{Environment: p.Environment, Hooks: p.Release.HookPackages, Machines: p.Release.Machines})
	e.release()
	e.datastores()
	e.packages(e.requires())
	e.loading()
	e.faults()
	e.languages()
	e.coreMembers()
	e.settings()
	e.routes()
	e.views()
	e.assets()
	e.differences()
	slices.SortStableFunc(e.found, func(a, b Finding) int {
		return cmp.Or(
			cmp.Compare(slices.Index(topics(), a.Topic), slices.Index(topics(), b.Topic)),
			cmp.Compare(weight(a.Level), weight(b.Level)),
		)
	})
	return Report{Release: p.Release.Name, Findings: slices.Compact(append([]Finding{}, e.found...))}
}

func weight(l Level) int { return slices.Index([]Level{Fails, Differs, Note}, l) }

type examination struct {
	*Project
	scripts     []*scripts.Script
	others      []scripts.Other
	files       map[string]*scripts.Script // read for places of properties, by their paths
	endReported bool                       // a finding already says that loading ended
	found       []Finding
}

func (e *examination) add(f Finding) { e.found = append(e.found, f) }

// loading adds the error that ended loading the project.
func (e *examination) loading() {
	if e.Err == nil || e.endReported {
		return
	}
	e.add(Finding{Topic: Loading, Level: Fails, What: e.loadError(), Do: "the project does not lift before this is mended; framework check shows the stack"})
}

func (e *examination) loadError() string {
	return strings.ReplaceAll(strings.TrimSpace(e.Err.Error()), e.Tree.Root+"/", "")
}

// faults adds findings about scripts that are not JavaScript, unless loading the
// project reported them.
func (e *examination) faults() {
	for _, s := range e.scripts {
		if s.Fault == nil || e.Err != nil && strings.Contains(e.loadError(), s.Rel+":") {
			continue
		}
		e.add(Finding{
			Topic: Loading, Level: Differs, What: "it cannot be examined behind this: " + s.Fault.What, Place: at(s, s.Fault.Place),
			Do: "mend it: the server may not load it, and what it requires may be missing in this report",
		})
	}
}
