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
			r.MaxAge = maxAge(float64(age))
		case float64:
			r.MaxAge = maxAge(age)
		}
	}
	all.Delete("cookie")
	return r
}

// longest is an age that no session reaches, and a whole number of milliseconds.
const longest = 100 * 365 * 24 * time.Hour

// maxAge is so many milliseconds; what is no age a session can have is none.
func maxAge(milliseconds float64) time.Duration {
	if !(milliseconds > 0) { // NaN as well
		return 0
	}
	return time.Duration(min(milliseconds, float64(longest.Milliseconds()))) * time.Millisecond
}
