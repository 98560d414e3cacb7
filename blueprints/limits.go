package blueprints

import "framework/engine/value"

// capped brings the limit of criteria of 1.x below maxLimit.
func (r *request) capped(criteria *value.Map) {
	if most := r.target.maxLimit; most > 0 {
		if n, ok := number(criteria.Value("limit")); ok && (n < 0 || n > float64(most)) {
			criteria.Set("limit", int64(most))
		}
	}
}
