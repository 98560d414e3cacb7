package lint

import (
	"slices"
	"strings"

	"framework/engine/orm"
	"framework/engine/scripts"
	"framework/engine/source"
	"framework/engine/spelling"
)

// queryKeys are those of criteria besides attributes.
var queryKeys = []string{"where", "limit", "skip", "sort", "select", "omit", "or", "and", "groupBy", "sum", "average", "min", "max", "populate", "joins", "like", "not"}

// attributes looks for attributes in queries that their model does not have although it has
// similar ones.
func (l *linter) attributes(s *scripts.Script, chains []source.Chain) {
	if l.Models == nil {
		return
	}
	for _, c := range chains {
		m := l.model(c)
		if m == nil || !slices.Contains([]string{"find", "findOne", "count", "update", "destroy", "create", "findOrCreate", "updateOne", "destroyOne"}, c.Names[len(c.Names)-1]) {
			continue
		}
		l.query(s, c)
		l.unrun(s, c)
		names, places := s.Keys(c)
		for i, name := range names {
			if slices.Contains(queryKeys, name) {
				continue
			}
			if near := l.similarAttribute(m, name); near != "" {
				l.add(s, places[i], "did you mean "+near+"?", "%s has no attribute %s", m.GlobalID, name)
			}
		}
	}
}

// model is that whose function a chain calls: Pet.find(…), sails.models.pet.find(…).
func (l *linter) model(c source.Chain) *orm.Model {
	switch {
	case !c.Called:
		return nil
	case len(c.Names) == 4 && (c.Names[0] == "sails" || c.Names[0] == "framework") && c.Names[1] == "models":
		return l.Models.Model(c.Names[2])
	case len(c.Names) != 2:
		return nil
	}
	for _, m := range l.Models.Models() {
		if m.GlobalID == c.Names[0] {
			return m
		}
	}
	return nil
}

// similarAttribute is what was probably meant by a name that is no attribute. A name with
// a dot is that of a member of one.
func (l *linter) similarAttribute(m *orm.Model, name string) string {
	var names []string
	for i := range m.Definition.Attributes {
		names = append(names, m.Definition.Attributes[i].Name)
	}
	for i := range m.Attributes {
		names = append(names, m.Attributes[i].Name)
	}
	if slices.Contains(names, name) || strings.ContainsAny(name, ". ") {
		return ""
	}
	return spelling.Member(name, slices.Values(names))
}
