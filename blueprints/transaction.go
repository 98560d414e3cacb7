package blueprints

import (
	"context"

	"framework/engine/orm"
	"framework/engine/value"
)

// inTransaction runs fn, which uses c.ctx, in one transaction if it touches several
// tables: all of it happens, or nothing. Transactions of a datastore do not
// reach models of another one.
func (c *call) inTransaction(several bool, fn func() error) error {
	if !several {
		return fn()
	}
	before := c.ctx
	var pending []func()
	err := c.model.Transact(c.ctx, func(ctx context.Context) error {
		c.ctx, c.pending, pending = ctx, &pending, nil
		return fn()
	})
	c.ctx, c.pending = before, nil
	if err != nil {
		return err
	}
	for _, publish := range pending {
		publish()
	}
	return nil
}

// nested reports whether values are written to other tables as well: some are
// objects for references, or anything for collections.
func (c *call) nested(rows ...*value.Map) bool {
	for _, row := range rows {
		for _, a := range c.model.Associations {
			switch row.Value(a.Alias).(type) {
			case nil, value.Undefined:
			case *value.Map, []any, *orm.Record:
				return true
			default:
				if a.Collection {
					return true
				}
			}
		}
	}
	return false
}
