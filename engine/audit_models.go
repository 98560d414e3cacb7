package engine

import (
	"slices"
	"strings"

	"framework/engine/orm"
	"framework/router"
)

// Reach is a way in which clients come to the records of a model.
type Reach struct {
	Model string `json:"model"`
	// How is "read", "write", "link" for changing which records belong to it,
	// or "hear" for being told of changes over a socket.
	How string `json:"how"`
	// Through is the default action, and the associations that lead from its
	// model: "pet.find owner".
	Through string `json:"through"`
	// Routes are the addresses of the action.
	Routes   []string `json:"routes"`
	Policies []string `json:"policies"`
	// Passed are the policies in front of the model's own action that are not
	// asked this way.
	Passed []string `json:"passed,omitempty"`
	Guard  string   `json:"guard"`
}

// reachable collects ways to models; routes of one action count as one way.
type reachable struct{ list []Reach }

func (r *reachable) add(e Exposure, found Reach) {
	address := strings.TrimSpace(e.Verb + " " + e.Path)
	for i := range r.list {
		if old := &r.list[i]; old.Model == found.Model && old.How == found.How && old.Through == found.Through &&
			old.Guard == e.Guard && slices.Equal(old.Policies, e.Policies) {
			if !slices.Contains(old.Routes, address) {
				old.Routes = append(old.Routes, address)
			}
			return
		}
	}
	found.Routes, found.Policies, found.Guard = []string{address}, e.Policies, e.Guard
	r.list = append(r.list, found)
}

// sorted are the ways by models, reading first.
func (r *reachable) sorted() []Reach {
	order := []string{"read", "write", "link", "hear"}
	slices.SortStableFunc(r.list, func(a, b Reach) int {
		if c := strings.Compare(a.Model, b.Model); c != 0 {
			return c
		}
		return slices.Index(order, a.How) - slices.Index(order, b.How)
	})
	return r.list
}

// follow adds what a default action lets a client do with the records of a
// model and of those that are associated with it.
func (s *Snapshot) follow(r *reachable, b *router.Binding, m *orm.Model, e Exposure) {
	hears := strings.Contains(e.Transport, "ws")
	reach := func(target *orm.Model, how, aliases string) {
		through := strings.TrimSpace(m.Identity + "." + b.Default + " " + aliases)
		r.add(e, Reach{Model: target.Identity, How: how, Through: through, Passed: s.passed(target, how, e.Policies)})
		if how == "read" && hears {
			r.add(e, Reach{Model: target.Identity, How: "hear", Through: through, Passed: s.passed(target, "hear", e.Policies)})
		}
	}
	each := func(visit func(a *orm.Association, target *orm.Model)) {
		only, _ := b.Options.Value("alias").(string)
		for _, a := range m.Associations {
			if target := s.ORM.Model(a.Target); target != nil && (only == "" || a.Alias == only) {
				visit(a, target)
			}
		}
	}
	reach(m, "read", "")
	switch b.Default {
	case "find", "findone":
		s.populated(m, "", s.audited.depth, nil, reach)
	case "create", "update":
		reach(m, "write", "")
		s.nested(m, "", nil, reach)
		s.populated(m, "", 1, nil, reach)
	case "destroy":
		reach(m, "write", "")
		s.populated(m, "", 1, nil, reach)
	case "populate":
		each(func(a *orm.Association, target *orm.Model) {
			reach(target, "read", a.Alias)
			s.populated(target, a.Alias, s.audited.depth-1, nil, reach)
		})
	case "add", "remove", "replace":
		each(func(a *orm.Association, target *orm.Model) {
			reach(target, "read", a.Alias)
			s.link(a, a.Alias, target, reach)
			if b.Default == "add" && !s.Profile.Modern {
				reach(target, "write", a.Alias) // an object becomes a new record
				s.nested(target, a.Alias, nil, reach)
			}
		})
	}
}

// populated are the models whose records come with those of m.
func (s *Snapshot) populated(m *orm.Model, path string, depth int, seen []*orm.Model, reach func(*orm.Model, string, string)) {
	if depth <= 0 || slices.Contains(seen, m) {
		return
	}
	for _, a := range m.Associations {
		if target := s.ORM.Model(a.Target); target != nil {
			aliases := strings.TrimPrefix(path+"."+a.Alias, ".")
			reach(target, "read", aliases)
			s.populated(target, aliases, depth-1, append(slices.Clone(seen), m), reach)
		}
	}
}

// nested are the models whose records are written with those of m: whole ones
// in the classic releases, links in 1.x.
func (s *Snapshot) nested(m *orm.Model, path string, seen []*orm.Model, reach func(*orm.Model, string, string)) {
	seen = append(slices.Clone(seen), m)
	for _, a := range m.Associations {
		target := s.ORM.Model(a.Target)
		if target == nil {
			continue
		}
		aliases := strings.TrimPrefix(path+"."+a.Alias, ".")
		s.link(a, aliases, target, reach)
		if !s.Profile.Modern && !slices.Contains(seen, target) {
			reach(target, "write", aliases)
			s.nested(target, aliases, seen, reach)
		}
	}
}

// link is where an association keeps what belongs together: a table of its own,
// else the records of the other model.
func (s *Snapshot) link(a *orm.Association, aliases string, target *orm.Model, reach func(*orm.Model, string, string)) {
	if a.Through != "" {
		if through := s.ORM.Model(a.Through); through != nil {
			target = through
		}
	}
	if a.Collection {
		reach(target, "link", aliases)
	}
}

// passed are the policies in front of a model's own action that policies lack.
func (s *Snapshot) passed(m *orm.Model, how string, policies []string) []string {
	if m.Junction {
		return nil
	}
	action := "findone"
	if how == "write" || how == "link" {
		action = "update"
	}
	return slices.DeleteFunc(s.audited.rules(m.Identity, action), func(name string) bool { return slices.Contains(policies, name) })
}
