package resolve

import (
	"net/url"
	"regexp"
	"strings"

	"deps.dev/util/semver"
)

// Kind says where a dependency comes from.
type Kind int

// The kinds of dependencies.
const (
	Range     Kind = iota // versions of the registry
	Tag                   // a name that the registry has for a version: latest
	Tarball               // an address of a file
	Git                   // a repository
	File                  // a file of the project: file:./x.tgz
	Directory             // a folder, which is linked
	Unknown               // what npm does not know either, or other tools alone
)

// Spec is what a dependency asks for, such as ^1.2.0 or github:owner/name#v1.
type Spec struct {
	Kind Kind
	// Name is the name of the package: an alias (npm:other@^1) has another one than
	// its folder.
	Name string
	// Text is the range, the tag, the address, the repository's address with
	// #committish, or the path.
	Text  string
	match *semver.Constraint
}

var (
	hosted   = regexp.MustCompile(`^(?:(github|gitlab|bitbucket):)?([\w.-]+/[\w.-]+?)(?:\.git)?(#.*)?$`)
	archive  = regexp.MustCompile(`(?i)\.(tgz|tar\.gz|tar)$`)
	tagName  = regexp.MustCompile(`^[^\s/:@]+$`)
	protocol = regexp.MustCompile(`^[a-z][a-z0-9+.-]*:`)
)

// hosts are the places that a dependency may name shortly.
func hosts(name string) string {
	switch name {
	case "gitlab":
		return "https://gitlab.com/"
	case "bitbucket":
		return "https://bitbucket.org/"
	}
	return "https://github.com/"
}

// ParseSpec reads what package.json asks for under the name of a folder.
func ParseSpec(folder, text string) Spec {
	s := Spec{Name: folder, Text: strings.TrimSpace(text)}
	if alias, ok := strings.CutPrefix(s.Text, "npm:"); ok {
		s.Name, s.Text = alias, ""
		if at := strings.LastIndexByte(alias, '@'); at > 0 {
			s.Name, s.Text = alias[:at], alias[at+1:]
		}
	}
	switch {
	case strings.HasPrefix(s.Text, "file:") || strings.HasPrefix(s.Text, "./") || strings.HasPrefix(s.Text, "../") || strings.HasPrefix(s.Text, "link:"):
		s.Text = strings.TrimPrefix(strings.TrimPrefix(s.Text, "file:"), "link:")
		s.Kind = Directory
		if archive.MatchString(s.Text) {
			s.Kind = File
		}
		return s
	case strings.HasPrefix(s.Text, "git+") || strings.HasPrefix(s.Text, "git://") || strings.HasPrefix(s.Text, "git@"):
		s.Kind, s.Text = Git, repository(s.Text)
		return s
	case strings.HasPrefix(s.Text, "https://") || strings.HasPrefix(s.Text, "http://"):
		s.Kind = Tarball
		if u, err := url.Parse(s.Text); err == nil && strings.HasSuffix(u.Path, ".git") {
			s.Kind = Git
		}
		return s
	}
	if c, err := semver.NPM.ParseConstraint(s.Text); err == nil {
		s.match = c
		return s
	}
	if m := hosted.FindStringSubmatch(s.Text); m != nil {
		s.Kind, s.Text = Git, hosts(m[1])+m[2]+".git"+m[3]
		return s
	}
	if tagName.MatchString(s.Text) && !protocol.MatchString(s.Text) {
		s.Kind = Tag
		return s
	}
	s.Kind = Unknown
	return s
}

// repository returns the address of a repository in a form that needs no key
// where its host is known to give it without.
func repository(text string) string {
	text = strings.TrimPrefix(text, "git+")
	for _, host := range []string{"github.com", "gitlab.com", "bitbucket.org"} {
		for _, prefix := range []string{"ssh://git@" + host + "/", "ssh://git@" + host + ":", "git@" + host + ":", "git://" + host + "/"} {
			if rest, ok := strings.CutPrefix(text, prefix); ok {
				return "https://" + host + "/" + rest
			}
		}
	}
	return text
}

// allows reports whether a version is within the range. Text that is no range
// allows nothing.
func (s Spec) allows(version string) bool {
	if s.Kind != Range || s.match == nil {
		return false
	}
	v, err := semver.NPM.Parse(strings.TrimPrefix(version, "v"))
	return err == nil && s.match.MatchVersion(v)
}

// Highest returns the highest of the versions that is within a range, "" if none is.
func Highest(versions []string, text string) string {
	s, best := ParseSpec("", text), ""
	for _, v := range versions {
		if s.allows(v) && (best == "" || semver.NPM.Compare(strings.TrimPrefix(v, "v"), strings.TrimPrefix(best, "v")) > 0) {
			best = v
		}
	}
	return best
}
