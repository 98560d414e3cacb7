package redisconn_test

import (
	"strings"
	"testing"

	"framework/engine/redisconn"
)

func TestOptions(t *testing.T) {
	for name, test := range map[string]struct {
		opts                redisconn.Options
		network, addr, user string
		db                  int
	}{
		"nothing": {redisconn.Options{}, "", "127.0.0.1:6379", "", 0},
		"single":  {redisconn.Options{Host: "::1", Port: 7000, DB: 3, User: "app"}, "", "[::1]:7000", "app", 3},
		"socket":  {redisconn.Options{Host: "no", Socket: "/run/redis.sock"}, "unix", "/run/redis.sock", "", 0},
		"url":     {redisconn.Options{URL: "redis://app:pw@r.example:7001/4", Host: "no", DB: 9}, "tcp", "r.example:7001", "app", 4},
	} {
		c, err := test.opts.Client()
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if c.Network != test.network || c.Addr != test.addr || c.Username != test.user || c.DB != test.db {
			t.Errorf("%s: got %q %q %q %d", name, c.Network, c.Addr, c.Username, c.DB)
		}
		if c.ReadTimeout != redisconn.Timeout || c.DialTimeout != redisconn.Timeout {
			t.Errorf("%s: waits for %v, %v", name, c.DialTimeout, c.ReadTimeout)
		}
	}
	c, err := redisconn.Options{URL: "rediss://r.example"}.Client()
	if err != nil || c.TLSConfig == nil {
		t.Errorf("no TLS: %v", err)
	}
}

func TestErrorsDoNotRevealThePassword(t *testing.T) {
	for _, url := range []string{"http://app:hush@r.example", "redis://app:hush@r.example/x", "redis://app:hush@[::1", "redis://app:hu%zzsh@r", ":hush@"} {
		_, err := redisconn.Options{URL: url}.Client()
		if err == nil {
			t.Errorf("%s was accepted", url)
		} else if strings.Contains(err.Error(), "sh@") {
			t.Errorf("%s: the error contains the password: %v", url, err)
		}
	}
}
