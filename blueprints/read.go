package blueprints

import (
	"fmt"
	"strconv"

	"framework/engine/orm"
	"framework/engine/value"
	"framework/router"
)

// find answers with the records that match.
func (s *Set) find(c *call) (router.Verdict, error) {
	if c.plan.one {
		return s.findOne(c)
	}
	return s.list(c, c.plan.query)
}

// list answers with the records of a query, directly from the store's rows if
// no code of the project can change them.
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
	q, err := c.reached(c.plan.query)
	if err != nil {
		return router.Answered, err
	}
	if s.opts.FastOK && c.x.Request.Socket == "" && len(q.Populate) == 0 {
		body, n, ok, err := c.model.AppendFind(c.ctx, make([]byte, 0, 512), q, "", s.opts.Indent)
		if err != nil {
			return router.Answered, err
		}
		if ok {
			if n == 0 {
				return c.respond("notFound", c.plan.missing)
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
		return c.respond("notFound", c.plan.missing)
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

// populate answers with what stands behind an association of one record.
func (s *Set) populate(c *call) (router.Verdict, error) {
	p := c.plan
	if p.key == nil {
		return c.respond("serverError", "Missing required parent PK.")
	}
	if err := c.needParent("findone", p.alias, p.key); err != nil {
		return router.Answered, err
	}
	if p.member != nil {
		if err := c.need(Reach{Model: c.target.child, Action: "findone", ID: keyText(p.member), Through: through(c.model, p.alias)}); err != nil {
			return router.Answered, err
		}
		c.memberAsked = true
	}
	record, err := c.findOneOf(p.query)
	if err != nil {
		return router.Answered, err
	}
	if record == nil {
		return c.respond("notFound", p.missing)
	}
	val, ok := record.Get(p.alias)
	if !ok || val == nil {
		return c.respond("notFound", p.lacks)
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
	if t := r.target; t.assoc == nil {
		return "", nil, fmt.Errorf("missing required route option, `req.options.alias`: %q is no association of %s", t.alias, r.model.GlobalID)
	}
	return r.target.alias, r.target.assoc, nil
}
