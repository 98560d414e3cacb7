package blueprints

import "framework/engine/value"

// maxLimit is how many records an answer, or a collection in it, may hold; 0
// where nothing bounds it.
func (r *request) maxLimit() int {
	if n, ok := number(r.option("maxLimit")); ok && r.x.Options.Has("maxLimit") {
		return positive(n)
	}
	return max(r.set.opts.Settings.MaxLimit, 0)
}

// within brings a limit, 0 for none, below maxLimit.
func (r *request) within(limit int) int {
	if most := r.maxLimit(); most > 0 && (limit == 0 || limit > most) {
		return most
	}
	return limit
}

// capped brings the limit of criteria of 1.x below maxLimit.
func (r *request) capped(criteria *value.Map) {
	if n, ok := number(criteria.Value("limit")); ok && r.maxLimit() > 0 && (n < 0 || n > float64(r.maxLimit())) {
		criteria.Set("limit", int64(r.maxLimit()))
	}
}
