package audit

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
	// or "hear" for receiving messages about changes over a socket.
	How string `json:"how"`
	// Through is the default action, and the associations that lead from its
	// model: "pet.find owner".
	Through string `json:"through"`
	// Routes are the addresses of the action.
	Routes []string `json:"routes"`
	// Policies are those in front of every request that comes this way: the
	// route's, and where blueprints.associationPolicies is on those of the models
	// on the way.
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

// A reachStep is what a default action does to the records of a model.
type reachStep struct {
	model   *orm.Model
	how     string
	aliases string // that lead there from the action's model; "" for its own records
	// actions are those of the model that the step stands for, one of them each
	// time.
	actions []string
	// asked are the policies that every request over this association has to
	// pass, if blueprints.associationPolicies is on.
	asked []string
}

// follow adds what a default action lets a client do with the records of a
// model and of those that are associated with it.
func (p *Project) follow(r *reachable, b *router.Binding, m *orm.Model, e Exposure) {
	f := &reachFinder{project: p}
	own := func(how string, actions ...string) { f.add(reachStep{model: m, how: how, actions: actions}) }
	only, _ := b.Options.Value("alias").(string)
	through := func(visit func(a *orm.Association)) {
		for _, a := range m.Associations {
			if only == "" || a.Alias == only {
				visit(a)
			}
		}
	}
	own("read", "findone")
	switch b.Default {
	case "find", "findone":
		f.asked = f.sides(m, "find")
		f.populated(m, "", p.Depth, nil)
	case "create", "update":
		own("write", "update")
		f.nested(m, "", b.Default == "update", nil)
		f.populated(m, "", 1, nil)
	case "destroy":
		own("write", "update")
		f.populated(m, "", 1, nil)
	case "populate":
		f.asked = f.rules(m, "findone")
		through(func(a *orm.Association) {
			f.read(a, a.Alias)
			if target := p.ORM.Model(a.Target); target != nil {
				f.populated(target, a.Alias, p.Depth-1, nil)
			}
		})
	case "add", "remove", "replace":
		f.asked = f.rules(m, "update")
		through(func(a *orm.Association) {
			f.read(a, a.Alias)
			f.link(m, a, a.Alias)
			if target := p.ORM.Model(a.Target); target != nil && b.Default == "add" && p.Rules.nested() {
				f.write(a, a.Alias, "create") // an object becomes a new record
				f.nested(target, a.Alias, false, nil)
			}
		})
	}
	for _, st := range f.steps {
		e := e
		for _, policy := range slices.Concat(f.asked, st.asked) {
			if !slices.Contains(e.Policies, policy) {
				e.Policies, e.Guard = append(slices.Clip(e.Policies), policy), GuardedByPolicies
			}
		}
		found := Reach{Model: st.model.Identity, How: st.how, Through: strings.TrimSpace(m.Identity + "." + b.Default + " " + st.aliases), Passed: f.passed(st, e.Policies)}
		r.add(e, found)
		if st.how == "read" && strings.Contains(e.Transport, "ws") {
			found.How = "hear"
			r.add(e, found)
		}
	}
}

// reachFinder collects the steps of one action.
type reachFinder struct {
	project *Project
	steps   []reachStep
	asked   []string // policies that the action asks before it takes any step
}

func (f *reachFinder) add(s reachStep) {
	for i := range f.steps {
		if old := &f.steps[i]; old.model == s.model && old.how == s.how && old.aliases == s.aliases {
			return
		}
	}
	f.steps = append(f.steps, s)
}

// rules are the policies that run for each of the actions, in addition to those
// of the route; none if associationPolicies is off.
func (f *reachFinder) rules(m *orm.Model, actions ...string) []string {
	if !f.project.Asked || m == nil {
		return nil
	}
	var out []string
	for i, action := range actions {
		policies := f.project.Policies(m, action)
		if i == 0 {
			out = policies
		} else {
			out = slices.DeleteFunc(out, func(name string) bool { return !slices.Contains(policies, name) })
		}
	}
	return out
}

// sides are the policies of the models that a join table of the ORM joins.
func (f *reachFinder) sides(m *orm.Model, action string) []string {
	if !m.Junction || !f.project.Rules.asksSides() {
		return nil
	}
	var out []string
	for _, side := range f.project.ORM.Models() {
		for _, a := range side.Associations {
			if a.Through == m.Identity {
				out = slices.Concat(out, f.rules(side, action), f.rules(f.project.ORM.Model(a.Target), action))
			}
		}
	}
	return out
}

func (f *reachFinder) read(a *orm.Association, aliases string) {
	target := f.project.ORM.Model(a.Target)
	if target == nil {
		return
	}
	asked := "findone"
	if a.Collection {
		asked = "find"
	}
	f.add(reachStep{target, "read", aliases, []string{"findone"}, f.rules(target, asked)})
}

func (f *reachFinder) write(a *orm.Association, aliases string, actions ...string) {
	if target := f.project.ORM.Model(a.Target); target != nil {
		st := reachStep{model: target, how: "write", aliases: aliases, actions: []string{"update"}}
		if f.project.Asked {
			st.actions, st.asked = actions, f.rules(target, actions...)
		}
		f.add(st)
	}
}

// populated are the models whose records come with those of m.
func (f *reachFinder) populated(m *orm.Model, path string, depth int, seen []*orm.Model) {
	if depth <= 0 || slices.Contains(seen, m) {
		return
	}
	for _, a := range m.Associations {
		if target := f.project.ORM.Model(a.Target); target != nil {
			aliases := strings.TrimPrefix(path+"."+a.Alias, ".")
			f.read(a, aliases)
			f.populated(target, aliases, depth-1, append(slices.Clone(seen), m))
		}
	}
}

// nested are the models whose records are written with those of m: whole ones
// in the classic releases, links in 1.x. Only where m's record is there before
// may an object change another one.
func (f *reachFinder) nested(m *orm.Model, path string, changes bool, seen []*orm.Model) {
	seen = append(slices.Clone(seen), m)
	for _, a := range m.Associations {
		target := f.project.ORM.Model(a.Target)
		if target == nil {
			continue
		}
		aliases := strings.TrimPrefix(path+"."+a.Alias, ".")
		f.link(m, a, aliases)
		if f.project.Rules.nested() && !slices.Contains(seen, target) {
			actions := []string{"create"}
			if changes {
				actions = append(actions, "update")
			}
			f.write(a, aliases, actions...)
			f.nested(target, aliases, changes, seen)
		}
	}
}

// link adds the records that a change of a collection writes: those of its join
// table, else those of the other model.
func (f *reachFinder) link(m *orm.Model, a *orm.Association, aliases string) {
	target := f.project.ORM.Model(a.Target)
	if !a.Collection || target == nil {
		return
	}
	st := reachStep{model: target, how: "link", aliases: aliases, actions: []string{"update"}}
	if f.project.ORM.ChangesMembers(m, a) {
		members := []string{"update"}
		if f.project.Rules.nested() {
			members = append(members, "create") // one that is made for it
		}
		st.asked = f.rules(target, members...)
	}
	if through := f.project.ORM.Model(a.Through); a.Through != "" && through != nil {
		st.model = through
		if !through.Junction && f.project.Asked {
			st.actions = []string{"create", "destroy"}
			st.asked = slices.Concat(st.asked, f.rules(through, st.actions...))
		}
	}
	f.add(st)
}

// passed are the policies in front of the model's own actions that a step takes
// the place of, and that are not asked.
func (f *reachFinder) passed(st reachStep, policies []string) []string {
	if st.model.Junction {
		return nil
	}
	var out []string
	for _, action := range st.actions {
		for _, name := range f.project.Policies(st.model, action) {
			own := st.aliases != "" && (st.how == "write" || st.how == "link") && slices.Contains(f.rules(st.model, action), name)
			if !own && !slices.Contains(policies, name) && !slices.Contains(out, name) {
				out = append(out, name)
			}
		}
	}
	return out
}
