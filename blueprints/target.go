package blueprints

import (
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"framework/engine/orm"
	"framework/engine/value"
	"framework/router"
)

// target is what a default action reads from the options of a route: the model
// and association, and its settings. It is read once for a binding; several
// requests may have the same.
type target struct {
	options *value.Map // that it was read from
	// model is nil where the options name none, see err.
	model *orm.Model
	err   error
	// alias is the association that the route is about, assoc nil where the model
	// has none of that name; child is the model behind it.
	alias string
	assoc *orm.Association
	child *orm.Model
	// key is the primary key that the options name, nil for none.
	key any
	// where is the condition that all requests get, only is where without the key, parsed;
	// keyed says that it compares the primary key. onlyErr is why it cannot be used.
	where   *value.Map
	only    *orm.Query
	onlyErr error
	keyed   bool
	// limit and skip hold where a request has none, 0 for none, and so does sort, nil
	// for none. maxLimit bounds every limit, 0 for no bound.
	limit, skip, maxLimit int
	sort                  any
	// associations are those that are populated where a request does not name any,
	// unless population is switched off; see populations.
	associations []string
	populate     bool
	once         sync.Once
	all          []orm.Populate
	// depth is how many levels of associations a request may populate.
	depth int
	// conditionWithout and valuesWithout replace the parameters that are neither
	// conditions nor values, nil where nothing replaces them.
	conditionWithout, valuesWithout []string
	values                          *value.Map // defaults of create
	mirror, autoWatch               bool
	parser                          any // parseBlueprintOptions (1.x)
}

func (s *Set) readTarget(options *value.Map) *target {
	m, err := s.release.model(s, options)
	t := s.targetOf(options, m)
	t.err = err
	return t
}

// targetOf reads options for actions on a model.
func (s *Set) targetOf(options *value.Map, m *orm.Model) *target {
	settings := &s.opts.Settings
	t := &target{options: options, model: m, sort: options.Value("sort"), parser: options.Value("parseBlueprintOptions")}
	t.alias, _ = options.Value("alias").(string)
	if m != nil {
		if t.assoc = m.Association(t.alias); t.assoc != nil {
			t.child = s.opts.ORM.Model(t.assoc.Target)
		}
	}
	count := func(name string, otherwise int) int {
		v, ok := options.Get(name)
		if n, isNumber := number(v); ok && isNumber {
			return positive(n)
		}
		return max(otherwise, 0)
	}
	t.maxLimit = count("maxLimit", settings.MaxLimit)
	t.depth = max(count("populateDepth", settings.PopulateDepth), 1)
	t.skip = count("skip", 0)
	if v := options.Value("limit"); v != nil {
		t.limit = count("limit", 0)
	} else {
		t.limit = count("defaultLimit", settings.Limit)
	}
	flag := func(name string, otherwise bool) bool {
		if on, ok := truth(options.Value(name)); ok {
			return on
		}
		return otherwise
	}
	t.mirror, t.autoWatch = flag("mirror", settings.Mirror), flag("autoWatch", settings.AutoWatch)
	t.conditionWithout = blacklist(options.Value("criteria"))
	t.valuesWithout = blacklist(options.Value("values"))
	t.values, _ = options.Value("values").(*value.Map)
	t.readKey(options)
	list, _ := options.Value("associations").([]any)
	for _, each := range list {
		described, _ := each.(*value.Map)
		if alias, ok := described.Value("alias").(string); ok {
			t.associations = append(t.associations, alias)
		}
	}
	t.populate = flag("populate", true)
	return t
}

// readKey reads the options id and where.
func (t *target) readKey(options *value.Map) {
	t.where, _ = options.Value("where").(*value.Map)
	for _, v := range [...]any{options.Value("id"), t.where.Value("id")} {
		if t.key = v; value.Truthy(v) {
			break
		}
	}
	if !value.Truthy(t.key) {
		t.key = nil
	}
	if t.where.Len() == 0 || t.model == nil {
		return
	}
	rest := t.where
	if rest.Has("id") {
		rest = rest.Clone()
		rest.Delete("id")
	}
	t.keyed = rest.Has(t.model.PrimaryKey)
	t.only, t.onlyErr = t.model.QueryOf(orm.Clauses{Where: rest})
}

// populations are the associations that are populated where a request does not name
// any. They are shared, and must not be changed.
func (t *target) populations(s *Set) []orm.Populate {
	if !t.populate {
		return nil
	}
	t.once.Do(func() {
		for _, alias := range t.associations {
			if !slices.ContainsFunc(t.all, func(p orm.Populate) bool { return p.Alias == alias }) {
				t.all = append(t.all, orm.Populate{Alias: alias, Query: &orm.Query{Limit: t.membersOf(s, alias)}})
			}
		}
		t.all = slices.Clip(t.all)
	})
	return t.all
}

// membersOf is how many records of an association an answer holds, 0 for all.
func (t *target) membersOf(s *Set, alias string) int {
	for _, name := range [...]string{"populate_" + alias + "_limit", "populate_limit", "limit", "defaultLimit"} {
		if v := t.options.Value(name); v != nil {
			if n, ok := number(v); ok {
				return t.within(positive(n))
			}
		}
	}
	return t.within(max(s.opts.Settings.Limit, 0))
}

// within brings a limit, 0 for none, below maxLimit.
func (t *target) within(limit int) int {
	if t.maxLimit > 0 && (limit == 0 || limit > t.maxLimit) {
		return t.maxLimit
	}
	return limit
}

// blacklist is the member blacklist of an option.
func blacklist(option any) []string {
	o, _ := option.(*value.Map)
	list, ok := o.Value("blacklist").([]any)
	if !ok {
		return nil
	}
	out := make([]string, 0, len(list))
	for _, v := range list {
		if s, ok := v.(string); ok {
			out = append(out, s)
		}
	}
	return out
}

// action is a default action: run answers a request by its plan.
type action struct {
	name    string // as the documentation writes it
	failure string // the response to errors (0.10 to 0.12)
	plan    func(c *call) (*plan, error)
	run     func(c *call) (router.Verdict, error)
}

// handler is a default action behind a binding.
type handler struct {
	set    *Set
	action *action
	target atomic.Pointer[target] // of the binding
}

// Serve implements router.Handler.
func (h *handler) Serve(x *router.Exchange) (router.Verdict, error) {
	c := h.set.newCall(x)
	c.target = h.read(x)
	c.model = c.target.model
	return h.set.release.serve(c, h.action)
}

// read is the target of an exchange: its binding's, unless the options were
// changed since.
func (h *handler) read(x *router.Exchange) *target {
	if t := h.target.Load(); t != nil && t.options == x.Options {
		return t
	}
	t := h.set.readTarget(x.Options)
	if x.Binding != nil && x.Options == x.Binding.Options {
		h.target.Store(t)
	}
	return t
}

// modelNamed is the model that a name in any case stands for.
func (s *Set) modelNamed(name string) *orm.Model { return s.opts.ORM.Model(strings.ToLower(name)) }
