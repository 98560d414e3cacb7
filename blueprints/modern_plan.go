package blueprints

import (
	"fmt"
	"strings"

	"framework/engine/ordered"
	"framework/engine/orm"
	"framework/router"
)

// plan says what an action of 1.x does. Requests are turned into one; projects
// may make their own with parseBlueprintOptions, see shown.
type plan struct {
	action    string // as blueprintAction has it: "findOne"
	model     *orm.Model
	criteria  *ordered.Map // where, limit, skip, sort, select, omit
	populates *ordered.Map // criteria of their own by alias
	values    *ordered.Map // of create and update
	alias     string
	// target and associated are the keys that add, remove and replace are about.
	target     any
	associated any
	// own says that the project made the plan.
	own bool
}

// DefaultPlan is what parseBlueprintOptions does by itself: the plan of an
// action of 1.x for a request, as JavaScript sees it. The model is the part of
// req.options.action in front of its first slash.
func (s *Set) DefaultPlan(x *router.Exchange) (*ordered.Map, error) {
	c := &call{set: s, x: x, ctx: x.Context(), planShown: true}
	action, _ := x.Options.Value("blueprintAction").(string)
	p, err := c.planFor(action)
	if err != nil {
		return nil, err
	}
	return p.shown(), nil
}

// shown is a plan with the members that 1.x gives it, in its order.
func (p *plan) shown() *ordered.Map {
	out := ordered.Of("using", p.model.Identity, "populates", p.populates)
	if p.alias != "" {
		out.Set("alias", p.alias)
	}
	switch p.action {
	case "create":
		out.Set("meta", ordered.Of("fetch", true))
		out.Set("newRecord", p.values)
	case "add", "remove":
		out.Set("targetRecordId", p.target)
		out.Set("associatedIds", p.associated)
	case "replace":
		out.Set("criteria", p.criteria)
		out.Set("targetRecordId", p.target)
		out.Set("associatedIds", p.associated)
	case "update":
		out.Set("criteria", p.criteria)
		out.Set("meta", ordered.New(0))
		out.Set("valuesToSet", p.values)
	case "destroy":
		out.Set("criteria", p.criteria)
		out.Set("meta", ordered.Of("fetch", true))
	default:
		out.Set("criteria", p.criteria)
	}
	return out
}

// planFor makes the plan of an action out of the request. Criteria that will be
// looked at anyway, as the project does not see the plan, are not looked at here.
func (c *call) planFor(action string) (*plan, error) {
	path, _ := c.x.Options.Value("action").(string)
	identity, _, _ := strings.Cut(strings.ToLower(path), "/")
	c.model = c.set.opts.ORM.Model(identity)
	if c.model == nil {
		return nil, fmt.Errorf("a default action was called without a model: there is none called %q, the beginning of the action %q", identity, path)
	}
	p := &plan{action: action, model: c.model}
	var err error
	switch action {
	case "find":
		err = c.planFind(p)
	case "findOne":
		err = c.planReading(p, ordered.Of("where", c.keyed("id")))
	case "create":
		p.values = c.newRecord()
	case "update":
		key := c.keyed("id")
		p.criteria, p.values = ordered.Of("where", key), c.valuesToSet(key)
	case "destroy":
		p.criteria = ordered.Of("where", c.keyed("id"))
	case "add", "remove", "replace", "populate":
		err = c.planCollection(p)
	default:
		err = fmt.Errorf("req.options.blueprintAction is %q, which is no default action", action)
	}
	if err != nil {
		return nil, err
	}
	if p.populates == nil {
		p.populates = c.defaultPopulates()
	}
	return p, nil
}

// keyed is the condition on the primary key that a parameter gives.
func (c *call) keyed(param string) *ordered.Map {
	where := ordered.New(1)
	if v := c.param(param); v != nil {
		where.Set(c.model.PrimaryKey, v)
	}
	return where
}

func (c *call) planFind(p *plan) error {
	where, err := c.modernWhere("limit", "skip", "sort", "populate", "select", "omit")
	if err != nil {
		return err
	}
	return c.planReading(p, ordered.Of("where", where))
}

// planReading adds the modifiers and the populations of the request.
func (c *call) planReading(p *plan, criteria *ordered.Map) error {
	c.modifiers(criteria)
	if !criteria.Has("limit") {
		criteria.Set("limit", int64(DefaultLimit))
	}
	if err := c.asked(c.model, criteria); err != nil {
		return err
	}
	p.criteria = criteria
	v := c.param("populate")
	if !ordered.Truthy(v) {
		return nil
	}
	var err error
	p.populates, err = c.namedPopulates(v)
	return err
}

// planCollection fills in what actions on an association are about.
func (c *call) planCollection(p *plan) error {
	alias, assoc, err := c.association()
	if err != nil {
		return err
	}
	p.alias = alias
	switch p.action {
	case "add", "remove":
		p.target, p.associated = c.param("parentid"), []any{c.param("childid")}
	case "replace":
		p.criteria = ordered.Of("where", ordered.New(0))
		p.target = c.param("parentid")
		p.associated, err = c.listedIDs(alias)
	case "populate":
		err = c.planMembers(p, assoc)
	}
	return err
}

// planMembers reads which members of an association populate answers with.
func (c *call) planMembers(p *plan, assoc *orm.Association) error {
	p.criteria = ordered.Of("where", c.keyed("parentid"))
	sub := ordered.New(4)
	if assoc.Collection {
		where, err := c.modernWhere("limit", "skip", "sort", "populate", "select", "omit", "parentid")
		if err != nil {
			return err
		}
		sub.Set("where", where)
	}
	c.modifiers(sub)
	if assoc.Collection && !sub.Has("limit") {
		sub.Set("limit", int64(DefaultLimit))
	}
	p.populates = ordered.Of(p.alias, sub)
	return c.asked(c.set.opts.ORM.Model(assoc.Target), sub)
}

// asked brings the criteria of a request below maxLimit, and refuses those that
// are not askable, before a project makes a plan of its own of them. Criteria
// that cannot be used are left to who uses them.
func (c *call) asked(m *orm.Model, criteria *ordered.Map) error {
	c.capped(criteria)
	if !c.planShown {
		return nil
	}
	q, err := m.Query(criteria)
	if err != nil {
		return nil //nolint:nilerr // the plan may come to nothing, or to something else
	}
	return c.askable(m, q)
}

// listedIDs are the members that replace is given: the body if it is a list,
// else the parameter of the query that is called like the association.
func (c *call) listedIDs(alias string) (any, error) {
	if list, ok := c.x.Request.Body.([]any); ok {
		return list, nil
	}
	v := c.x.Request.Query.Value(alias)
	text, ok := v.(string)
	if !ok {
		return v, nil
	}
	list, err := ordered.Parse([]byte(text))
	if err != nil {
		return nil, &refusal{
			code:    "E_INVALID_ASSOCIATED_IDS",
			details: fmt.Sprintf("The parameter `%s` is to be a JSON array of ids, such as `[1, 2]`: %v", alias, err),
		}
	}
	return list, nil
}

// defaultPopulates are all associations of a model.
func (c *call) defaultPopulates() *ordered.Map {
	out := ordered.New(len(c.model.Associations))
	for _, a := range c.model.Associations {
		sub := ordered.New(5)
		if a.Collection {
			sub = ordered.Of("where", ordered.New(0), "limit", int64(DefaultLimit), "skip", int64(0), "select", []any{"*"}, "omit", []any{})
			c.capped(sub)
		}
		out.Set(a.Alias, sub)
	}
	return out
}

// namedPopulates reads populate=pets,home; false is none of them.
func (c *call) namedPopulates(v any) (*ordered.Map, error) {
	text, ok := v.(string)
	if list, isList := v.([]any); isList {
		// ?populate=pets&populate=home
		names := make([]string, 0, len(list))
		for _, each := range list {
			s, isText := each.(string)
			if !isText {
				return nil, notPopulates(v)
			}
			names = append(names, s)
		}
		text, ok = strings.Join(names, ","), true
	}
	switch {
	case !ok:
		return nil, notPopulates(v)
	case text == "false":
		return ordered.New(0), nil
	}
	out := ordered.New(2)
	for name := range strings.SplitSeq(text, ",") {
		name = strings.TrimSpace(name)
		sub := ordered.New(0)
		if a := c.model.Association(name); a != nil && a.Collection && c.maxLimit() > 0 {
			sub.Set("limit", int64(c.maxLimit()))
		}
		out.Set(name, sub)
	}
	return out, nil
}

func notPopulates(v any) error {
	return &refusal{
		code:    "E_INVALID_POPULATES",
		details: fmt.Sprintf("The parameter `populate` is to be a list of names, such as `pets,home`, not %s", ordered.Inspect(v)),
	}
}

// modernWhere is the condition of a request: the parameter where, else all
// parameters but the stripped ones.
func (c *call) modernWhere(stripped ...string) (any, error) {
	v := c.all().Value("where")
	if text, ok := v.(string); ok {
		parsed, err := ordered.Parse([]byte(text))
		if err != nil {
			return nil, &refusal{
				code:    "E_INVALID_CRITERIA",
				details: fmt.Sprintf("Could not use the provided `where` clause.  It is not JSON: %v", err),
			}
		}
		v = parsed
	}
	if ordered.Truthy(v) {
		return v, nil
	}
	all := c.all()
	where := ordered.New(all.Len())
next:
	for k, v := range all.All() {
		for _, name := range stripped {
			if k == name {
				continue next
			}
		}
		where.Set(k, v)
	}
	return where, nil
}

// modifiers reads select or omit, limit, skip and sort.
func (c *call) modifiers(criteria *ordered.Map) {
	for _, name := range []string{"select", "omit"} {
		v := c.param(name)
		if v == nil {
			continue
		}
		if text, ok := v.(string); ok {
			var list []any
			for each := range strings.SplitSeq(text, ",") {
				list = append(list, strings.TrimSpace(each))
			}
			v = list
		}
		criteria.Set(name, v)
		break
	}
	for _, name := range []string{"limit", "skip", "sort"} {
		v := c.param(name)
		if v == nil {
			continue
		}
		if text, ok := v.(string); ok && name == "sort" {
			if parsed, err := ordered.Parse([]byte(text)); err == nil {
				v = parsed
			}
		}
		criteria.Set(name, v)
	}
}

// newRecord are the values of create. Members of collections may be JSON text
// in the query.
func (c *call) newRecord() *ordered.Map {
	values := c.all().Clone()
	body := body(c.x)
	for _, a := range c.model.Associations {
		text, ok := c.x.Request.Query.Value(a.Alias).(string)
		if !a.Collection || !ok || ordered.Truthy(body.Value(a.Alias)) {
			continue
		}
		if list, err := ordered.Parse([]byte(text)); err == nil {
			values.Set(a.Alias, list)
		}
	}
	return values
}

// valuesToSet are the values of update. The primary key stays what it is.
func (c *call) valuesToSet(key *ordered.Map) *ordered.Map {
	values := c.all().Clone()
	values.Delete("id")
	pk := c.model.PrimaryKey
	id := key.Value(pk)
	given := values.Value(pk)
	if pk == "id" { // the path hides that of the body
		given = body(c.x).Value(pk)
	}
	if given != nil && keyText(given) != keyText(id) {
		c.set.opts.Log.Warn("an update does not change the primary key", "model", c.model.GlobalID, "key", keyText(id), "given", keyText(given))
	}
	if id != nil {
		values.Set(pk, id)
	}
	return values
}

// readPlan reads what parseBlueprintOptions has returned for an action.
func (s *Set) readPlan(action string, m *ordered.Map) (*plan, error) {
	using, _ := m.Value("using").(string)
	p := &plan{action: action, model: s.opts.ORM.Model(strings.ToLower(using)), own: true}
	if p.model == nil {
		return nil, fmt.Errorf("parseBlueprintOptions returned using: %s, which is no model", ordered.Inspect(m.Value("using")))
	}
	p.criteria, _ = m.Value("criteria").(*ordered.Map)
	p.populates, _ = m.Value("populates").(*ordered.Map)
	p.values, _ = m.Value("newRecord").(*ordered.Map)
	if p.values == nil {
		p.values, _ = m.Value("valuesToSet").(*ordered.Map)
	}
	p.alias, _ = m.Value("alias").(string)
	p.target, p.associated = m.Value("targetRecordId"), m.Value("associatedIds")
	return p, nil
}
