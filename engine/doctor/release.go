package doctor

import "fmt"

// release tells how the project is served, and why.
func (e *examination) release() {
	pkg := e.Tree.Package
	f := Finding{Topic: Release, Level: Note, File: "package.json"}
	if at := placeOf(e.Tree.Root, "package.json", `"sails"\s*:`); pkg.Sails != "" {
		f.Line = at
	}
	switch {
	case e.Wanted != "":
		f.What, f.File, f.Line = fmt.Sprintf("served as %s: --profile asks for it", e.Release.Name), "", 0
	case pkg.Profile != "":
		f.What = fmt.Sprintf("served as %s: framework.profile asks for %s", e.Release.Name, pkg.Profile)
		f.Line = placeOf(e.Tree.Root, "package.json", `"profile"\s*:`)
	case pkg.Sails != "":
		f.What = fmt.Sprintf("served as %s: the dependency sails is %s", e.Release.Name, pkg.Sails)
	default:
		f.What, f.File = fmt.Sprintf("served as %s: package.json does not say for which release the project is written", e.Release.Name), ""
		f.Do = `if it is written for another one, name it in package.json: "framework": {"profile": "1.x"}`
	}
	e.add(f)
	for _, w := range e.Release.Warnings {
		e.add(Finding{Topic: Release, Level: Differs, What: w, File: f.File, Line: f.Line})
	}
}
