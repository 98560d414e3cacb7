package profile

import (
	"fmt"
	"strings"

	"framework/engine/problem"
	"framework/engine/profile/answers"
	"framework/engine/project"
)

// defaultName is that of projects that name none.
const defaultName = "0.12"

// Choose takes the wanted profile, else the one that package.json asks
// for, else 1.x for a project that looks like it, else the default.
func Choose(wanted string, pkg project.Package) (Release, error) {
	for _, candidate := range []struct{ name, source string }{
		{wanted, "--profile"},
		{pkg.Profile, "package.json"},
	} {
		switch name := strings.ToLower(candidate.name); name {
		case "":
			continue
		case "classic":
			return Classic(defaultName), nil
		case "modern":
			return Modern(), nil
		default:
			release := project.Release(name + ".0")
			switch {
			case isClassic(release):
				return Classic(release), nil
			case release == answers.ModernName:
				return Modern(), nil
			}
			return Release{}, fmt.Errorf("%s: there is no profile %q: use classic, modern, 0.10, 0.11, 0.12 or 1.x", candidate.source, candidate.name)
		}
	}
	release := project.Release(pkg.Sails)
	switch {
	case isClassic(release):
		return Classic(release), nil
	case release == answers.ModernName:
		return Modern(), nil
	}
	if pkg.LooksModern != "" {
		p := Modern()
		p.Warnings = append(p.Warnings, problem.In("package.json", "it names no release of sails; served as %s, because %s (another one: --profile)", p.Name, pkg.LooksModern))
		return p, nil
	}
	p := Classic(defaultName)
	if strings.HasSuffix(release, ".x") { // 2 and later
		p = Modern()
	}
	if release != "" {
		p.Warnings = append(p.Warnings, problem.In("package.json", "it requires sails %s, which is served as %s: some of it behaves differently", pkg.Sails, p.Name))
	}
	return p, nil
}

func isClassic(release string) bool {
	return release == "0.10" || release == "0.11" || release == "0.12"
}

// All are the releases that projects are served as, the oldest first.
func All() []Release {
	return []Release{Classic("0.10"), Classic("0.11"), Classic("0.12"), Modern()}
}
