package datastore

import (
	"fmt"

	"framework/engine/value"
)

// settings reads the members of a connection; err is what is wrong with them.
type settings struct {
	c   *value.Map
	err error
}

// text reads the first of the keys that has a text, or a number that is meant as one.
func (s *settings) text(into *string, keys ...string) {
	for _, k := range keys {
		switch v := s.c.Value(k).(type) {
		case nil, value.Undefined, bool:
		case string:
			*into = v
			return
		case int64, float64: // a password of digits
			*into = string(value.Append(nil, v))
			return
		default:
			s.err = fmt.Errorf("%s has to be text", k)
		}
	}
}

func (s *settings) number(into *int, keys ...string) {
	for _, k := range keys {
		switch v := s.c.Value(k).(type) {
		case nil, value.Undefined:
		case int64:
			*into = int(v)
			return
		case string:
			if _, err := fmt.Sscanf(v, "%d", into); err != nil {
				s.err = fmt.Errorf("%s is %q, which is no number", k, v)
			}
			return
		default:
			s.err = fmt.Errorf("%s has to be a number", k)
		}
	}
}
