package session

import (
	"errors"
	"time"

	"framework/engine/value"
)

// ErrUnfit is an object that cannot be a store written for express-session.
var ErrUnfit = errors.New("it has no functions get, set and destroy")

// Express returns the record in the form that express-session passes to its
// stores: the data, preceded by the cookie.
func (r Record) Express(now time.Time) *value.Map {
	cookie := value.Of("originalMaxAge", nil, "expires", nil, "httpOnly", true, "path", "/")
	if r.MaxAge > 0 {
		cookie.Set("originalMaxAge", r.MaxAge.Milliseconds())
		cookie.Set("expires", now.Add(r.MaxAge).UTC())
	}
	all := value.Of("cookie", cookie)
	for k, v := range r.Data.All() {
		if k != "cookie" {
			all.Set(k, v)
		}
	}
	return all
}

// FromExpress returns the record of what a store of express-session has stored.
// It takes ownership of all.
func FromExpress(all *value.Map) *Record {
	r := &Record{Data: all}
	if cookie, ok := all.Value("cookie").(*value.Map); ok {
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

// longest is longer than any session, and a whole number of milliseconds.
const longest = 100 * 365 * 24 * time.Hour

// maxAge converts milliseconds; invalid ages are 0.
func maxAge(milliseconds float64) time.Duration {
	if !(milliseconds > 0) { // also for NaN
		return 0
	}
	return time.Duration(min(milliseconds, float64(longest.Milliseconds()))) * time.Millisecond
}
