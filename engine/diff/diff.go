package diff

import (
	"cmp"
	"fmt"
	"net"
	"slices"
	"strconv"
	"strings"
	"time"

	"framework/engine/orm"
	"framework/engine/problem"
	"framework/router"
)

// Version is what is compared of a version of a project.
type Version struct {
	Bindings []*router.Binding
	Models   *orm.ORM
	Warnings []problem.Problem
	// Host and Port are where it asks to be served.
	Host string
	Port int
}

// Diff is how a version of a project differs from the one before.
type Diff struct {
	Took time.Duration // of the build
	// Added and Removed are routes such as "POST /pet/feed"; one without a verb
	// is its path.
	Added, Removed []string
	// Models say what became of models: "+ model Cat", "model Pet: + age".
	Models []string
	// Warnings are those that the one before did not have.
	Warnings []problem.Problem
}

// listed is how many changes of a kind are written out.
const listed = 6

// String is "+ POST /pet/feed, − GET /pet/old, model Pet: + age", "" where
// nothing is different.
func (d Diff) String() string {
	var parts []string
	parts = appendListed(parts, "+ ", d.Added, "routes")
	parts = appendListed(parts, "− ", d.Removed, "routes")
	parts = appendListed(parts, "", d.Models, "models")
	return strings.Join(parts, ", ")
}

// List writes a list of things out, "a, b, c", and counts what is too much:
// "6 more files".
func List(things []string, noun string) string {
	return strings.Join(appendListed(nil, "", things, noun), ", ")
}

func appendListed(parts []string, sign string, list []string, noun string) []string {
	for i, s := range list {
		if i == listed && len(list) > listed+1 {
			return append(parts, fmt.Sprintf("%s%d more %s", sign, len(list)-listed, noun))
		}
		parts = append(parts, sign+s)
	}
	return parts
}

// Compare says what of old is different in now. It does not set Took.
func Compare(old, now Version) Diff {
	var d Diff
	if !slices.EqualFunc(old.Bindings, now.Bindings, sameAddress) {
		was, is := routeNames(old.Bindings), routeNames(now.Bindings)
		d.Added, d.Removed = missingFrom(was, is), missingFrom(is, was)
	}
	d.Models = compareModels(old.Models, now.Models)
	d.Warnings = missingFrom(old.Warnings, now.Warnings)
	if now.Port != old.Port || now.Host != old.Host {
		d.Warnings = append(d.Warnings, problem.General("config has another address (%s) than the one on which the server listens: it takes effect after a restart",
			net.JoinHostPort(now.Host, strconv.Itoa(now.Port))))
	}
	return d
}

func sameAddress(a, b *router.Binding) bool {
	return a.Address.Verb == b.Address.Verb && a.Address.Path == b.Address.Path && a.Address.Regexp == b.Address.Regexp
}

func routeNames(bindings []*router.Binding) []string {
	out := make([]string, len(bindings))
	for i, b := range bindings {
		out[i] = strings.TrimSpace(strings.ToUpper(b.Address.Verb) + " " + b.Address.Pattern())
	}
	return out
}

// missingFrom lists what of list is not in other, once each and in order.
func missingFrom[T comparable](other, list []T) []T {
	have := make(map[T]bool, len(other))
	for _, s := range other {
		have[s] = true
	}
	var out []T
	for _, s := range list {
		if !have[s] {
			have[s] = true
			out = append(out, s)
		}
	}
	return out
}

func compareModels(old, now *orm.ORM) []string {
	var out []string
	for _, m := range now.Models() {
		was := old.Model(m.Identity)
		switch {
		case m.Junction:
		case was == nil:
			out = append(out, "+ model "+m.GlobalID)
		default:
			if changes := compareAttributes(was, m); changes != "" {
				out = append(out, "model "+m.GlobalID+": "+changes)
			}
		}
	}
	for _, m := range old.Models() {
		if !m.Junction && now.Model(m.Identity) == nil {
			out = append(out, "− model "+m.GlobalID)
		}
	}
	return out
}

func compareAttributes(old, now *orm.Model) string {
	if slices.EqualFunc(old.Definition.Attributes, now.Definition.Attributes, func(a, b orm.AttributeDef) bool {
		return a.Name == b.Name && kind(&a) == kind(&b)
	}) {
		return ""
	}
	was, is := attributeNames(old), attributeNames(now)
	var parts []string
	parts = appendListed(parts, "+ ", missingFrom(was, is), "attributes")
	parts = appendListed(parts, "− ", missingFrom(is, was), "attributes")
	for i := range now.Definition.Attributes {
		a := &now.Definition.Attributes[i]
		j := slices.IndexFunc(old.Definition.Attributes, func(b orm.AttributeDef) bool { return b.Name == a.Name })
		if j >= 0 && kind(&old.Definition.Attributes[j]) != kind(a) {
			parts = append(parts, fmt.Sprintf("%s is %s", a.Name, kind(a)))
		}
	}
	return strings.Join(parts, ", ")
}

// kind is what an attribute holds: the type as it is written, or "model user".
func kind(a *orm.AttributeDef) string {
	switch {
	case a.Model != "":
		return "model " + a.Model
	case a.Collection != "":
		return "collection " + a.Collection
	}
	return cmp.Or(a.Type, "of no type")
}

func attributeNames(m *orm.Model) []string {
	out := make([]string, 0, len(m.Definition.Attributes))
	for i := range m.Definition.Attributes {
		out = append(out, m.Definition.Attributes[i].Name)
	}
	return out
}
