package blueprints

import (
	"fmt"
	"strings"

	"framework/engine/orm"
	"framework/engine/value"
	"framework/router"
)

// planOptions are a plan as JavaScript has it, before its criteria are parsed. Requests are
// turned into one; projects may make their own with parseBlueprintOptions, see shown.
type planOptions struct {
	action    string // as blueprintAction has it: "findOne"
	model     *orm.Model
	criteria  *value.Map // where, limit, skip, sort, select, omit
	populates *value.Map // criteria of their own by alias
	values    *value.Map // of create and update
	alias     string
	// target and associated are the keys that add, remove and replace are about.
	target     any
	associated any
	// own says that the project made them; named that the request has named what it
	// wants populated.
	own, named bool
	// made is what the project made, nil if it did not.
	made *value.Map
}

// DefaultPlan is what parseBlueprintOptions does by itself: the plan of an
// action of 1.x for a request, as JavaScript sees it. The model is the part of
// req.options.action in front of its first slash. An action that is none of the default
// ones, such as an action of a project that makes the plan itself, has no more than what
// all of them have.
func (s *Set) DefaultPlan(x *router.Exchange) (*value.Map, error) {
	r := &request{set: s, x: x, target: s.readTarget(x.Options), planShown: true}
	action, _ := x.Options.Value("blueprintAction").(string)
	p, err := r.optionsFor(action)
	if err != nil {
		return nil, err
	}
	return p.shown(), nil
}

// shown is a plan with the members that 1.x gives it, in its order.
func (p *planOptions) shown() *value.Map {
	if p.made != nil {
		return p.made
	}
	out := value.Of("using", p.model.Identity, "populates", p.populates)
	if p.alias != "" {
		out.Set("alias", p.alias)
	}
	switch p.action {
	case "create":
		out.Set("meta", value.Of("fetch", true))
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
		out.Set("meta", value.New(0))
		out.Set("valuesToSet", p.values)
	case "destroy":
		out.Set("criteria", p.criteria)
		out.Set("meta", value.Of("fetch", true))
	case "find", "findOne", "populate":
		out.Set("criteria", p.criteria)
	}
	return out
}

// optionsFor makes the plan of an action out of the request. Criteria that will be
// looked at anyway, as the project does not see the plan, are not looked at here.
func (r *request) optionsFor(action string) (*planOptions, error) {
	r.model = r.target.model
	if r.model == nil {
		return nil, r.target.err
	}
	p := &planOptions{action: action, model: r.model}
	var err error
	switch action {
	case "find":
		err = r.planFind(p)
	case "findOne":
		err = r.planReading(p, value.Of("where", r.keyed("id")))
	case "create":
		p.values = r.newRecord()
	case "update":
		key := r.keyed("id")
		p.criteria, p.values = value.Of("where", key), r.valuesToSet(key)
	case "destroy":
		p.criteria = value.Of("where", r.keyed("id"))
	case "add", "remove", "replace", "populate":
		err = r.planCollection(p)
	}
	if err != nil {
		return nil, err
	}
	if p.populates == nil {
		p.populates = r.defaultPopulates()
	}
	return p, nil
}

// keyed is the condition on the primary key that a parameter gives.
func (r *request) keyed(param string) *value.Map {
	where := value.New(1)
	if v := r.param(param); v != nil {
		where.Set(r.model.PrimaryKey, v)
	}
	return where
}

func (r *request) planFind(p *planOptions) error {
	where, err := r.modernWhere("limit", "skip", "sort", "populate", "select", "omit")
	if err != nil {
		return err
	}
	return r.planReading(p, value.Of("where", where))
}

// planReading adds the modifiers and the populations of the request.
func (r *request) planReading(p *planOptions, criteria *value.Map) error {
	r.modifiers(criteria)
	if !criteria.Has("limit") {
		criteria.Set("limit", int64(DefaultLimit))
	}
	if err := r.asked(r.model, criteria); err != nil {
		return err
	}
	p.criteria = criteria
	v := r.param("populate")
	if p.named = value.Truthy(v); !p.named {
		return nil
	}
	var err error
	p.populates, err = r.namedPopulates(v)
	return err
}

// planCollection fills in what actions on an association are about.
func (r *request) planCollection(p *planOptions) error {
	alias, assoc, err := r.association()
	if err != nil {
		return err
	}
	p.alias = alias
	switch p.action {
	case "add", "remove":
		p.target, p.associated = r.param("parentid"), []any{r.param("childid")}
	case "replace":
		p.criteria = value.Of("where", value.New(0))
		p.target = r.param("parentid")
		p.associated, err = r.listedIDs(alias)
	case "populate":
		err = r.planMembers(p, assoc)
	}
	return err
}

// planMembers reads which members of an association populate answers with.
func (r *request) planMembers(p *planOptions, assoc *orm.Association) error {
	p.criteria = value.Of("where", r.keyed("parentid"))
	sub := value.New(4)
	if assoc.Collection {
		where, err := r.modernWhere("limit", "skip", "sort", "populate", "select", "omit", "parentid")
		if err != nil {
			return err
		}
		sub.Set("where", where)
	}
	r.modifiers(sub)
	if assoc.Collection && !sub.Has("limit") {
		sub.Set("limit", int64(DefaultLimit))
	}
	p.populates = value.Of(p.alias, sub)
	return r.asked(r.set.opts.ORM.Model(assoc.Target), sub)
}

// asked brings the criteria of a request below maxLimit, and refuses those that
// are not askable, before a project makes a plan of its own of them. Criteria
// that cannot be used are left to who uses them.
func (r *request) asked(m *orm.Model, criteria *value.Map) error {
	r.capped(criteria)
	if !r.planShown {
		return nil
	}
	q, err := m.Query(criteria)
	if err != nil {
		return nil //nolint:nilerr // the plan may come to nothing, or to something else
	}
	return r.askable(m, q)
}

// listedIDs are the members that replace is given: the body if it is a list,
// else the parameter of the query that is called like the association.
func (r *request) listedIDs(alias string) (any, error) {
	if list, ok := r.x.Request.Body.([]any); ok {
		return list, nil
	}
	v := r.x.Request.Query.Value(alias)
	text, ok := v.(string)
	if !ok {
		return v, nil
	}
	list, err := value.Parse([]byte(text))
	if err != nil {
		return nil, &refusal{
			code:    "E_INVALID_ASSOCIATED_IDS",
			details: fmt.Sprintf("The parameter `%s` is to be a JSON array of ids, such as `[1, 2]`: %v", alias, err),
		}
	}
	return list, nil
}

// defaultPopulates are all associations of a model.
func (r *request) defaultPopulates() *value.Map {
	out := value.New(len(r.model.Associations))
	for _, a := range r.model.Associations {
		sub := value.New(5)
		if a.Collection {
			sub = value.Of("where", value.New(0), "limit", int64(DefaultLimit), "skip", int64(0), "select", []any{"*"}, "omit", []any{})
			r.capped(sub)
		}
		out.Set(a.Alias, sub)
	}
	return out
}

// namedPopulates reads populate=pets,home; false is none of them.
func (r *request) namedPopulates(v any) (*value.Map, error) {
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
		return value.New(0), nil
	}
	out := value.New(2)
	for name := range strings.SplitSeq(text, ",") {
		name = strings.TrimSpace(name)
		sub := value.New(0)
		if a := r.model.Association(name); a != nil && a.Collection && r.target.maxLimit > 0 {
			sub.Set("limit", int64(r.target.maxLimit))
		}
		out.Set(name, sub)
	}
	return out, nil
}

func notPopulates(v any) error {
	return &refusal{
		code:    "E_INVALID_POPULATES",
		details: fmt.Sprintf("The parameter `populate` is to be a list of names, such as `pets,home`, not %s", value.Inspect(v)),
	}
}

// modernWhere is the condition of a request: the parameter where, else all
// parameters but the stripped ones.
func (r *request) modernWhere(stripped ...string) (any, error) {
	v := r.all().Value("where")
	if text, ok := v.(string); ok {
		parsed, err := value.Parse([]byte(text))
		if err != nil {
			return nil, &refusal{
				code:    "E_INVALID_CRITERIA",
				details: fmt.Sprintf("Could not use the provided `where` clause.  It is not JSON: %v", err),
			}
		}
		v = parsed
	}
	if value.Truthy(v) {
		return v, nil
	}
	all := r.all()
	where := value.New(all.Len())
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
func (r *request) modifiers(criteria *value.Map) {
	for _, name := range []string{"select", "omit"} {
		v := r.param(name)
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
		v := r.param(name)
		if v == nil {
			continue
		}
		if text, ok := v.(string); ok && name == "sort" {
			if parsed, err := value.Parse([]byte(text)); err == nil {
				v = parsed
			}
		}
		criteria.Set(name, v)
	}
}

// newRecord are the values of create. Members of collections may be JSON text
// in the query.
func (r *request) newRecord() *value.Map {
	values := r.all().Clone()
	body, _ := r.x.Request.Body.(*value.Map)
	for _, a := range r.model.Associations {
		text, ok := r.x.Request.Query.Value(a.Alias).(string)
		if !a.Collection || !ok || value.Truthy(body.Value(a.Alias)) {
			continue
		}
		if list, err := value.Parse([]byte(text)); err == nil {
			values.Set(a.Alias, list)
		}
	}
	return values
}

// valuesToSet are the values of update. The primary key stays what it is.
func (r *request) valuesToSet(key *value.Map) *value.Map {
	values := r.all().Clone()
	values.Delete("id")
	pk := r.model.PrimaryKey
	id := key.Value(pk)
	given := values.Value(pk)
	if pk == "id" { // the path hides that of the body
		body, _ := r.x.Request.Body.(*value.Map)
		given = body.Value(pk)
	}
	if given != nil && keyText(given) != keyText(id) {
		r.set.opts.Log.Warn("an update does not change the primary key", "model", r.model.GlobalID, "key", keyText(id), "given", keyText(given))
	}
	if id != nil {
		values.Set(pk, id)
	}
	return values
}

// readOptions reads what parseBlueprintOptions has returned for an action.
func (s *Set) readOptions(action string, m *value.Map) (*planOptions, error) {
	using, _ := m.Value("using").(string)
	p := &planOptions{action: action, model: s.modelNamed(using), own: true, made: m}
	if p.model == nil {
		return nil, fmt.Errorf("parseBlueprintOptions returned using: %s, which is no model", value.Inspect(m.Value("using")))
	}
	p.criteria, _ = m.Value("criteria").(*value.Map)
	p.populates, _ = m.Value("populates").(*value.Map)
	p.values, _ = m.Value("newRecord").(*value.Map)
	if p.values == nil {
		p.values, _ = m.Value("valuesToSet").(*value.Map)
	}
	p.alias, _ = m.Value("alias").(string)
	p.target, p.associated = m.Value("targetRecordId"), m.Value("associatedIds")
	return p, nil
}
