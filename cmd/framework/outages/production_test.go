package outages_test

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	goredis "github.com/redis/go-redis/v9"

	"framework/cmd/framework/programtest"
	"framework/engine/testenv"
)

// productionFiles are a project as the generator of 1.x makes it, with the
// settings that its config/env/production.js proposes.
const productionFiles = `
-- package.json --
{ "name": "shop", "dependencies": { "sails": "^1.5.0", "sails-hook-orm": "^4.0.0", "sails-hook-sockets": "^3.0.0", "@sailshq/connect-redis": "^6.1.3", "@sailshq/socket.io-redis": "^6.1.2" } }
-- config/session.js --
module.exports.session = { secret: '1c2d3e' };
-- config/routes.js --
module.exports.routes = {
  'PUT /login': 'login', 'GET /me': 'me', 'PUT /logout': 'logout', 'PUT /join': 'join', 'PUT /say': 'say',
};
-- config/env/production.js --
module.exports = {
  models: { migrate: 'safe' },
  blueprints: { shortcuts: false },
  session: {
    adapter: '@sailshq/connect-redis',
    url: 'REDIS',
    prefix: 'PREFIX:',
    cookie: { secure: true, maxAge: 24 * 60 * 60 * 1000 },
  },
  sockets: {
    onlyAllowOrigins: ['https://example.com'],
    adapter: '@sailshq/socket.io-redis',
    url: 'REDIS',
    key: 'PREFIX',
  },
  http: { trustProxy: true },
};
-- api/controllers/login.js --
module.exports = { fn: async function () { this.req.session.userId = 7; return {}; } };
-- api/controllers/logout.js --
module.exports = { fn: async function () { delete this.req.session.userId; } };
-- api/controllers/me.js --
module.exports = { fn: async function () {
  if (!this.req.session.userId) { return { me: 0 }; }
  this.req.session.seen = (this.req.session.seen || 0) + 1;
  return { me: this.req.session.userId, seen: this.req.session.seen };
} };
-- api/controllers/join.js --
module.exports = { fn: async function () { this.req._sails.sockets.join(this.req, 'hall'); } };
-- api/controllers/say.js --
module.exports = { fn: async function () { this.req._sails.sockets.broadcast('hall', 'said', { by: this.req.session.userId }); } };
`

// TestProductionOnRedis: two servers of a project of 1.x share sessions and
// rooms by the packages that its configuration names, and a session outlives
// both.
func TestProductionOnRedis(t *testing.T) {
	testenv.Slow(t)
	address := testenv.Server(t, "FRAMEWORK_TEST_REDIS")
	home := testenv.Packages(t, "sails.io.js@1.2.1", "socket.io-client@2.5.0")
	prefix := fmt.Sprintf("production-%d", os.Getpid())
	options, err := goredis.ParseURL(address)
	if err != nil {
		t.Fatal(err)
	}
	client := goredis.NewClient(options)
	ctx := context.Background()
	keys := func() []string {
		t.Helper()
		list, err := client.Keys(ctx, prefix+":*").Result()
		if err != nil {
			t.Fatal(err)
		}
		return list
	}
	t.Cleanup(func() {
		for _, key := range keys() {
			_ = client.Del(ctx, key).Err()
		}
		_ = client.Close()
	})
	binary := programtest.Path(t)
	dir := programtest.Project(t, strings.NewReplacer("REDIS", address, "PREFIX", prefix).Replace(productionFiles))
	one, two := programtest.Lift(t, binary, dir, "production"), programtest.Lift(t, binary, dir, "production")
	cookie := strings.TrimSpace(testenv.Node(t, home, "testdata/production.js", one.Base, two.Base))

	stored := keys()
	if len(stored) != 1 {
		t.Fatalf("Redis holds %v, want the one session that was written to", stored)
	}
	if ttl := client.TTL(ctx, stored[0]).Val(); ttl <= 23*time.Hour || ttl > 24*time.Hour {
		t.Errorf("the session is kept for %v, want the maxAge of its cookie", ttl)
	}
	text, err := client.Get(ctx, stored[0]).Result()
	if err != nil || !strings.Contains(text, `"userId":7`) || !strings.Contains(text, `"cookie":{`) {
		t.Errorf("stored as %s (%v)", text, err)
	}

	one.Stop()
	two.Stop()
	again := programtest.Lift(t, binary, dir, "production")
	if status, body := again.Ask("GET", "/me", "", "Cookie", cookie, "X-Forwarded-Proto", "https"); status != 200 || body != `{"me":7,"seen":4}` {
		t.Errorf("after a restart: %d %s", status, body)
	}
	for _, s := range []*programtest.Server{one, two, again} {
		if log := s.Log.String(); strings.Contains(log, "warn") || strings.Contains(log, "error") {
			t.Errorf("a server complains:\n%s", log)
		}
	}
}
