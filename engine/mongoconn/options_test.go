package mongoconn_test

import (
	"strings"
	"testing"

	"framework/engine/mongoconn"
)

// TestUnreadableAddress: no message has the password.
func TestUnreadableAddress(t *testing.T) {
	for _, address := range []string{"mongodb://app:s3cret@[::1", "mongodb://app:s3cret@127.0.0.1:1/x?w=many&journal=perhaps"} {
		opts := mongoconn.Options{URL: address}
		if _, _, err := opts.Client(); err == nil || strings.Contains(err.Error(), "s3cret") {
			t.Errorf("%s gives %v", address, err)
		}
	}
}

func TestOptions(t *testing.T) {
	for name, test := range map[string]struct {
		opts           mongoconn.Options
		hosts, db, who string
		pool           int
	}{
		"nothing":   {mongoconn.Options{}, "localhost:27017", "sails", "", 10},
		"single":    {mongoconn.Options{Host: "::1", Port: 7000, Database: "shop", User: "app"}, "[::1]:7000", "shop", "app", 10},
		"url":       {mongoconn.Options{URL: "mongodb://app:pw@a.example,b.example:7001/shop?maxPoolSize=3", Database: "other"}, "a.example:27017 b.example:7001", "other", "app", 3},
		"no scheme": {mongoconn.Options{URL: "a.example/shop", PoolSize: 4}, "a.example:27017", "shop", "", 4},
	} {
		c, db, err := test.opts.Client()
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		var who string
		if c.Auth != nil {
			who = c.Auth.Username
		}
		hosts := make([]string, 0, len(c.Hosts))
		for _, host := range c.Hosts {
			if !strings.Contains(host[strings.LastIndex(host, "]")+1:], ":") {
				host += ":27017"
			}
			hosts = append(hosts, host)
		}
		if got := strings.Join(hosts, " "); got != test.hosts || db != test.db || who != test.who || test.opts.PoolSize != test.pool {
			t.Errorf("%s: got %s, %s, %q, %d", name, got, db, who, test.opts.PoolSize)
		}
	}
}
