package doctor

import "fmt"

// release adds the release that the project is served as, and why.
func (e *examination) release() {
	pkg := e.Tree.Package
	f := Finding{Topic: Release, Level: Note}
	switch {
	case e.Wanted != "":
		f.What = fmt.Sprintf("served as %s, as set by --profile", e.Release.Name)
	case pkg.Profile != "":
		f.What = fmt.Sprintf("served as %s, because framework.profile is %s", e.Release.Name, pkg.Profile)
		f.Place = e.property("package.json", "profile", "")
	case pkg.Sails != "":
		f.What = fmt.Sprintf("served as %s: the dependency sails is %s", e.Release.Name, pkg.Sails)
		f.Place = e.property("package.json", "sails", "")
	default:
		f.What = fmt.Sprintf("served as %s: package.json does not say for which release the project is written", e.Release.Name)
		f.Do = `if it is written for another one, name it in package.json: "framework": {"profile": "1.x"}`
	}
	e.add(f)
	for _, w := range e.Release.Warnings {
		e.add(Finding{Topic: Release, Level: Differs, What: w.What, Do: w.Hint, Place: f.Place})
	}
}
