package waterline

import (
	"framework/engine/orm"
	"framework/engine/value"
)

// page narrows a query to its next page for a stream that has read so many
// records, the last of which had the key last: at is {read, last, size}. It
// reports true when the query's own limit is reached.
//
// Without an order of its own a stream goes by numbered keys, so that a page
// costs the same however far the stream is, and what is written meanwhile moves
// nothing. Else it counts, with the key as the last thing to order by.
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
