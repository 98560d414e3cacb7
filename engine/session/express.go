package session

import (
	"time"

	"framework/engine/ordered"
)

// Express is the record as express-session hands it to its stores: the data,
// with the cookie in front.
func (r Record) Express(now time.Time) *ordered.Map {
	cookie := ordered.Of("originalMaxAge", nil, "expires", nil, "httpOnly", true, "path", "/")
	if r.MaxAge > 0 {
		cookie.Set("originalMaxAge", r.MaxAge.Milliseconds())
		cookie.Set("expires", now.Add(r.MaxAge).UTC())
	}
	all := ordered.Of("cookie", cookie)
	for k, v := range r.Data.All() {
		if k != "cookie" {
			all.Set(k, v)
		}
	}
	return all
}

// FromExpress is what a store of express-session has kept. It takes all.
func FromExpress(all *ordered.Map) *Record {
	r := &Record{Data: all}
	if cookie, ok := all.Value("cookie").(*ordered.Map); ok {
		switch age := cookie.Value("originalMaxAge").(type) {
		case int64:
			r.MaxAge = time.Duration(age) * time.Millisecond
		case float64:
			r.MaxAge = time.Duration(age * float64(time.Millisecond))
		}
	}
	all.Delete("cookie")
	return r
}
