package blueprints

import (
	"fmt"
	"net/http"
	"strconv"

	"framework/engine/orm"
	"framework/engine/value"
	"framework/router"
)

// find answers with the records that match; with a key it is findOne.
func (s *Set) find(c *call) (router.Verdict, error) {
	if c.key() != nil {
		return s.findOne(c)
	}
	where, nothing, err := c.criteria(c.model, c.blacklist("criteria", "limit", "skip", "sort", "populate")...)
	if err != nil {
		return router.Answered, err
	}
	q, err := c.query(c.model, where, nothing)
	if err != nil {
		return router.Answered, err
	}
	c.explicit = c.namesPopulates()
	c.withPopulates(q)
	return s.list(c, q)
}

// list answers with the records of a query, straight from the store's rows where
// nobody has a say in what they look like.
func (s *Set) list(c *call, q *orm.Query) (router.Verdict, error) {
	q, err := c.reached(q)
	if err != nil {
		return router.Answered, err
	}
	if s.opts.FastOK && c.x.Request.Socket == "" && len(q.Populate) == 0 {
		indent := s.opts.Indent
		body, n, ok, err := c.model.AppendFind(c.ctx, append(make([]byte, 0, 4096), '['), q, "", indent)
		if err != nil {
			return router.Answered, err
		}
		if ok {
			if n > 0 && indent != "" {
				body = append(body, '\n')
			}
			return c.respond("ok", s.opts.Encoded(append(body, ']')))
		}
	}
	records, err := c.model.Find(c.ctx, q)
	if err == nil {
		err = c.screen(c.model, records, q.Populate)
	}
	if err != nil {
		return router.Answered, err
	}
	c.subscribe(c.model, records...)
	c.watch(c.model)
	c.subscribeDeep(records...)
	return c.ok("ok", orm.Records(records))
}

// findOne answers with one record.
func (s *Set) findOne(c *call) (router.Verdict, error) {
	key, err := c.requireKey()
	if err != nil {
		return router.Answered, err
	}
	q, err := c.byKey(key)
	if err != nil {
		return router.Answered, err
	}
	c.explicit = c.namesPopulates()
	if q, err = c.reached(c.withPopulates(q)); err != nil {
		return router.Answered, err
	}
	if s.opts.FastOK && c.x.Request.Socket == "" && len(q.Populate) == 0 {
		body, n, ok, err := c.model.AppendFind(c.ctx, make([]byte, 0, 512), q, "", s.opts.Indent)
		if err != nil {
			return router.Answered, err
		}
		if ok {
			if n == 0 {
				return c.respond("notFound", missing)
			}
			return c.respond("ok", s.opts.Encoded(outdent(body, s.opts.Indent)))
		}
	}
	record, err := c.model.FindOne(c.ctx, q)
	if err == nil && record != nil {
		err = c.screen(c.model, []*orm.Record{record}, q.Populate)
	}
	if err != nil {
		return router.Answered, err
	}
	if record == nil {
		return c.respond("notFound", missing)
	}
	c.subscribe(c.model, record)
	c.subscribeDeep(record)
	return c.ok("ok", record)
}

const missing = "No record found with the specified `id`."

// outdent takes a record written as the member of a list one level to the left.
func outdent(body []byte, indent string) []byte {
	if indent == "" {
		return body
	}
	// The text begins with the line break in front of the record.
	out := body[:0]
	for i := 0; i < len(body); i++ {
		if body[i] != '\n' {
			out = append(out, body[i])
			continue
		}
		if len(out) > 0 {
			out = append(out, '\n')
		}
		i += len(indent)
	}
	return out
}

// requireKey is the request's key; without one the request cannot be answered.
func (c *call) requireKey() (any, error) {
	if key := c.key(); key != nil {
		return key, nil
	}
	return nil, &router.Error{
		Status:  http.StatusBadRequest,
		Message: "No `id` parameter provided.(Note: even if the model's primary key is not named `id`- `id` should be used as the name of the parameter- it will be mapped to the proper primary key name)",
	}
}

// populate answers with what stands behind an association of one record.
func (s *Set) populate(c *call) (router.Verdict, error) {
	alias, assoc, err := c.association()
	if err != nil {
		return router.Answered, err
	}
	parent := c.param("parentid")
	if !value.Truthy(parent) {
		return c.respond("serverError", "Missing required parent PK.")
	}
	if err := c.needParent("findone", alias, parent); err != nil {
		return router.Answered, err
	}
	child := c.key()
	target := s.opts.ORM.Model(assoc.Target)
	c.explicit, c.members = true, c.without("parentid", "id")
	q, err := c.model.Query(value.Of("where", value.Of(c.model.PrimaryKey, parent)))
	if err != nil {
		return router.Answered, err
	}
	q.Limit = 1
	q.Nothing = q.Nothing || endless(q.Where) != ""
	where, nothing, err := c.criteria(target, c.blacklist("criteria", "limit", "skip", "sort", "id", "parentid")...)
	if err != nil {
		return router.Answered, err
	}
	if child != nil && assoc.Collection {
		if err := c.need(Reach{Model: target, Action: "findone", ID: keyText(child), Through: through(c.model, alias)}); err != nil {
			return router.Answered, err
		}
		c.memberAsked = true
		where = value.Of(target.PrimaryKey, child)
		nothing = nothing || s.opts.Switches.ChildByEmptyList
	}
	children, err := c.query(target, where, nothing)
	if err != nil {
		return router.Answered, err
	}
	q.Populate = []orm.Populate{{Alias: alias, Query: children}}
	record, err := c.findOneOf(q)
	if err != nil {
		return router.Answered, err
	}
	if record == nil {
		return c.respond("notFound", "No record found with the specified id.")
	}
	val, ok := record.Get(alias)
	if !ok || val == nil {
		return c.respond("notFound", fmt.Sprintf("Specified record (%s) is missing relation `%s`", keyText(parent), alias))
	}
	c.subscribe(c.model, record)
	c.subscribeDeep(record)
	return c.ok("ok", val)
}

func keyText(v any) string {
	switch v := v.(type) {
	case string:
		return v
	case int64:
		return strconv.FormatInt(v, 10)
	}
	return string(value.Append(nil, v))
}

// association is the one that the route is about.
func (r *request) association() (string, *orm.Association, error) {
	alias, _ := r.option("alias").(string)
	a := r.model.Association(alias)
	if a == nil {
		return "", nil, fmt.Errorf("missing required route option, `req.options.alias`: %q is no association of %s", alias, r.model.GlobalID)
	}
	return alias, a, nil
}
