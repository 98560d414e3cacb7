package blueprints

import "framework/engine/orm"

// findOneOf is Model.FindOne for what the client sees: populated with what it
// may see.
func (c *call) findOneOf(q *orm.Query) (*orm.Record, error) {
	if c.set.opts.Access == nil {
		return c.model.FindOne(c.ctx, q)
	}
	q, err := c.reached(q)
	if err != nil {
		return nil, err
	}
	record, err := c.model.FindOne(c.ctx, q)
	if err != nil || record == nil {
		return nil, err
	}
	return record, c.screen(c.model, []*orm.Record{record}, q.Populate)
}

// wholeAndShown is a record as it is, for events, and as the client sees it.
func (c *call) wholeAndShown(q *orm.Query) (whole, shown *orm.Record, err error) {
	whole, err = c.model.FindOne(c.ctx, q)
	if err != nil || whole == nil || c.set.opts.Access == nil {
		return whole, whole, err
	}
	shown, err = c.findOneOf(q)
	return whole, shown, err
}
