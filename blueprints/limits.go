package blueprints

import "framework/engine/ordered"

// maxLimit is how many records an answer, or a collection in it, may hold; 0
// where nothing bounds it.
func (c *call) maxLimit() int {
	if n, ok := number(c.option("maxLimit")); ok && c.x.Options.Has("maxLimit") {
		return positive(n)
	}
	return max(c.set.opts.Settings.MaxLimit, 0)
}

// within brings a limit, 0 for none, below maxLimit.
func (c *call) within(limit int) int {
	if most := c.maxLimit(); most > 0 && (limit == 0 || limit > most) {
		return most
	}
	return limit
}

// capped brings the limit of criteria of 1.x below maxLimit.
func (c *call) capped(criteria *ordered.Map) {
	if n, ok := number(criteria.Value("limit")); ok && c.maxLimit() > 0 && (n < 0 || n > float64(c.maxLimit())) {
		criteria.Set("limit", int64(c.maxLimit()))
	}
}
