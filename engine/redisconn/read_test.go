package redisconn_test

import (
	"testing"

	"framework/engine/config"
	"framework/engine/redisconn"
	"framework/engine/value"
)

func TestReadDatabase(t *testing.T) {
	for _, tc := range []struct {
		db   any
		fine bool
	}{{int64(0), true}, {int64(3), true}, {int64(-5), false}, {"sails", false}, {nil, true}} {
		r := &config.Reader{Config: config.Merge([]config.Layer{{Values: value.Of("session", value.Of("db", tc.db))}}, config.Options{})}
		redisconn.Read(r, "session")
		if (r.Err() == nil) != tc.fine {
			t.Errorf("db %v: %v", tc.db, r.Err())
		}
	}
}
