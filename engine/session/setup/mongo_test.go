package setup

import (
	"errors"
	"testing"
	"time"

	"framework/engine/config"
	"framework/engine/session/mongostore"
	"framework/engine/value"
)

func ofSession(settings ...any) *Project {
	layer := config.Layer{Source: "config/session.js", Values: value.Of("session", value.Of(settings...))}
	return &Project{Config: config.Merge([]config.Layer{layer}, config.Options{}), Rules: Classic(), Shared: new(Shared)}
}

// TestMongoSettings: the names of all versions of connect-mongo.
func TestMongoSettings(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		settings []any
		want     mongostore.Options
	}{
		"nothing": {nil, mongostore.Options{}},
		"generated settings of 0.12": {
			[]any{"host", "db.example", "port", int64(27018), "db", "sails", "collection", "visits", "username", "app", "password", "pw", "auto_reconnect", false, "ssl", true, "stringify", false},
			mongostore.Options{Host: "db.example", Port: 27018, User: "app", Password: "pw", Database: "sails", TLS: true, Collection: "visits", Documents: true},
		},
		"a url wins": {
			[]any{"url", "mongodb://u:p@h.example:1/shop?replicaSet=a", "host", "no", "db", "no", "username", "no"},
			mongostore.Options{URL: "mongodb://u:p@h.example:1/shop?replicaSet=a"},
		},
		"a collection in the url": {
			[]any{"url", "mongodb://u:p@h.example:1/shop/visits?w=1", "collection", "no"},
			mongostore.Options{URL: "mongodb://u:p@h.example:1/shop?w=1", Collection: "visits"},
		},
		"names of 4.x": {
			[]any{"mongoUrl", "mongodb://h.example", "dbName", "shop", "collectionName", "visits", "autoRemove", "interval", "autoRemoveInterval", int64(5)},
			mongostore.Options{URL: "mongodb://h.example", Database: "shop", Collection: "visits", Remove: mongostore.BySweeps, Every: 5 * time.Minute},
		},
		"hash":            {[]any{"hash", true}, mongostore.Options{Hash: "sha1", Salt: "connect-mongo"}},
		"hash of its own": {[]any{"hash", value.Of("algorithm", "sha256"), "autoRemove", "disabled"}, mongostore.Options{Hash: "sha256", Salt: "connect-mongo", Remove: mongostore.Never}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, err := ofSession(tt.settings...).mongo()
			if err != nil || got != tt.want {
				t.Errorf("got %+v, %v", got, err)
			}
		})
	}
	var wrong *config.Error
	if _, err := ofSession("autoRemove", "sometimes").mongo(); !errors.As(err, &wrong) || wrong.Key != "session.autoRemove" {
		t.Errorf("an unknown removal: %v", err)
	}
}

// TestMongoLifetime: session.ttl is for cookies without an age; two weeks by default.
func TestMongoLifetime(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		settings     []any
		maxAge, want time.Duration
	}{
		{nil, 0, 14 * 24 * time.Hour},
		{nil, time.Hour, time.Hour},
		{[]any{"ttl", int64(60)}, 0, time.Minute},
		{[]any{"ttl", int64(60)}, time.Hour, time.Hour},
		{[]any{"defaultExpirationTime", int64(90000)}, 0, 90 * time.Second},
	} {
		if got, err := ofSession(tt.settings...).mongoTTL(tt.maxAge); got != tt.want || err != nil {
			t.Errorf("%v: got %v, %v", tt.settings, got, err)
		}
	}
}

// TestMongoPackage: what only the package can use leaves the store to the package.
func TestMongoPackage(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		settings []any
		want     Source
	}{
		{[]any{"adapter", "mongo"}, Source{}},
		{[]any{"adapter", "connect-mongo", "db", "x"}, Source{}},
		{[]any{"adapter", "mongo", "mongooseConnection", value.New(0)}, Source{Setting: "session.adapter", Package: "connect-mongo"}},
		{[]any{"adapter", "connect-mongo", "db", value.New(0)}, Source{Setting: "session.adapter", Package: "connect-mongo"}},
	} {
		from, own, err := ofSession(tt.settings...).ownSource()
		if from != tt.want || own != (tt.want != Source{}) || err != nil {
			t.Errorf("%v: got %+v, %v, %v", tt.settings, from, own, err)
		}
	}
}
