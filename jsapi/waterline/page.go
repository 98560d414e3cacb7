package waterline

import (
	"framework/engine/orm"
	"framework/engine/value"
)

// page restricts a query to the next page of a stream: at is {read, last, size}, the
// number of records read so far, the key of the last one, and the page size. It
// returns true when the query's own limit is reached.
//
// A stream without an order is ordered by its key if that is a number: then every
// page costs the same, and records that are written meanwhile do not shift pages.
// Otherwise it uses skip, with the key as the last order.
func page(m *orm.Model, q *orm.Query, at *value.Map) (over bool) {
	read, _ := at.Value("read").(int64)
	size, _ := at.Value("size").(int64)
	if q.Limit > 0 {
		left := int64(q.Limit) - read
		if left <= 0 {
			return true
		}
		size = min(size, left)
	}
	q.Limit = int(size)
	key := orm.Order{Attr: m.PrimaryKey}
	if len(q.Sort) > 0 || !m.Attribute(m.PrimaryKey).AutoIncrement {
		q.Sort = append(q.Sort, key)
		q.Skip += int(read)
		return false
	}
	q.Sort = []orm.Order{key}
	if read > 0 {
		q.Skip = 0
		after := orm.Compare{Attr: m.PrimaryKey, Op: orm.Greater, Value: m.CastKey(at.Value("last"))}
		if q.Where == nil {
			q.Where = after
		} else {
			q.Where = orm.And{q.Where, after}
		}
	}
	return false
}
