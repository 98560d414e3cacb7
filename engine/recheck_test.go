package engine_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/alicebob/miniredis/v2"
	"golang.org/x/tools/txtar"

	"framework/engine/testenv"
	"framework/engine/value"
)

// hears waits until the sockets have received as many messages as are wanted,
// and compares them.
func (c *chat) hears(what string, want ...string) {
	c.t.Helper()
	var heard []string
	for deadline := time.Now().Add(time.Minute); len(heard) < len(want) && time.Now().Before(deadline); {
		heard = append(heard, c.heard()...)
	}
	slices.Sort(heard)
	slices.Sort(want)
	if !slices.Equal(heard, want) {
		c.t.Errorf("%s: heard\n\t%s\nwant\n\t%s", what, strings.Join(heard, "\n\t"), strings.Join(want, "\n\t"))
	}
}

func (c *chat) must(who, address string, data any) string {
	c.t.Helper()
	status, body := c.ask(who, address, data)
	if status >= 400 {
		c.t.Fatalf("%s %s: %d %s", who, address, status, body)
	}
	return body
}

// TestRecheck: a client that may not read a record any more gets no messages
// about it.
func TestRecheck(t *testing.T) {
	testenv.Slow(t)
	t.Parallel()
	c := lively(t, "testdata/recheck.txtar", "0.12", []txtar.File{
		{Name: "config/pubsub.js", Data: []byte("module.exports.pubsub = { recheck: { ttl: 0, timeout: 4000 } };\n")},
	}, "ada", "bob", "eve")
	c.must("", "POST /ask/rule", value.Of("rule", "everybody"))
	c.must("ada", "POST /ask/login", value.Of("user", "ada"))
	c.must("bob", "POST /ask/login", value.Of("user", "bob"))
	for _, who := range []string{"ada", "bob", "eve"} {
		c.must(who, "GET /letter", nil)
	}
	for _, who := range []string{"ada", "bob"} {
		c.must(who, "GET /open", nil)
	}
	c.must("", "POST /open", value.Of("text", "x"))
	c.hears("open", `ada: open {"verb":"created","data":{"text":"x","id":1},"id":1}`, `bob: open {"verb":"created","data":{"text":"x","id":1},"id":1}`)
	c.must("", "POST /letter", value.Of("to", "ada", "text", "a"))
	created := ` letter {"verb":"created","data":{"to":"ada","text":"a","id":1},"id":1}`
	c.hears("everybody", "ada:"+created, "bob:"+created, "eve:"+created)

	c.must("", "POST /ask/rule", value.Of("rule", "session"))
	c.must("", "PUT /letter/1", value.Of("text", "b"))
	updated := ` letter {"verb":"updated","data":{"text":"b","id":1},"id":1,"previous":{"to":"ada","text":"a","id":1}}`
	c.hears("those who are logged in", "ada:"+updated, "bob:"+updated)

	c.must("", "POST /ask/rule", value.Of("rule", "own"))
	c.must("", "PUT /letter/1", value.Of("text", "c"))
	c.hears("whom it is for", `ada: letter {"verb":"updated","data":{"text":"c","id":1},"id":1,"previous":{"to":"ada","text":"b","id":1}}`)

	// From JavaScript, in order, the requester left out.
	c.must("ada", "POST /ask/run", value.Of("code", `Letter.publishUpdate(1, { n: 1 }, req); Letter.publishUpdate(1, { n: 2 }); Letter.message(1, 'hi'); Letter.publish([1], 'any', 'update', 'x');`))
	c.hears("by hand", `ada: letter {"verb":"updated","data":{"n":2},"id":1}`, `ada: letter {"verb":"messaged","id":1,"data":"hi"}`, `ada: any "x"`)

	// What the project's own code says to the rooms of the record.
	c.must("", "POST /ask/run", value.Of("code", `sails.sockets.broadcast('sails_model_letter_1:update', 'own', 'a'); sails.sockets.broadcast('sails_model_create_letter', 'own', { id: 1 });`+
		` sails.io.sockets.in('sails_model_letter_1:update').emit('own', 'b');`))
	c.hears("by its own code", `ada: own "a"`, `ada: own {"id":1}`, `ada: own "b"`)

	// The rule refuses everybody, or fails: the message after it shows that
	// this one was not sent.
	for _, rule := range []string{"nobody", "fails", "never"} {
		c.must("", "POST /ask/rule", value.Of("rule", rule))
		c.must("", "POST /ask/run", value.Of("code", `Letter.publishUpdate(1, { lost: 1 }); Open.publishUpdate(1, { n: 3 });`))
		c.hears(rule, `ada: open {"verb":"updated","data":{"n":3},"id":1}`, `bob: open {"verb":"updated","data":{"n":3},"id":1}`)
	}

	// Of a record that is gone, who could read it before.
	c.must("", "POST /ask/rule", value.Of("rule", "own"))
	c.must("", "DELETE /letter/1", nil)
	c.hears("destroyed", `ada: letter {"verb":"destroyed","id":1,"previous":{"to":"ada","text":"c","id":1}}`)

	c.must("", "POST /letter", value.Of("to", "bob", "text", "z"))
	c.hears("for bob", `bob: letter {"verb":"created","data":{"to":"bob","text":"z","id":2},"id":2}`)
	c.must("", "POST /ask/run", value.Of("code", `Letter.broadcast = function (room, event, data, omit) { sails.sockets.broadcast(room, event, 'mine: ' + data.verb, omit); }; Letter.publishUpdate(2, { n: 3 });`))
	c.hears("by its own broadcast", `bob: letter "mine: updated"`)
	c.must("bob", "POST /ask/logout", nil)
	c.must("", "PUT /letter/2", value.Of("text", "y"))
	c.must("", "POST /ask/run", value.Of("code", `Open.publishUpdate(1, { n: 4 });`))
	c.hears("logged out", `ada: open {"verb":"updated","data":{"n":4},"id":1}`, `bob: open {"verb":"updated","data":{"n":4},"id":1}`)
	for _, want := range []string{"did not decide in time", "a policy failed", "api/policies/mayRead.js:"} {
		if !strings.Contains(c.log.String(), want) {
			t.Errorf("nothing was logged like %q in\n%s", want, c.log)
		}
	}
}

// TestRecheckRemembers: an answer holds for a while, for all sockets of a
// session.
func TestRecheckRemembers(t *testing.T) {
	c := lively(t, "testdata/recheck.txtar", "0.12", []txtar.File{
		{Name: "config/pubsub.js", Data: []byte("module.exports.pubsub = { recheck: { ttl: 3600000 } };\n")},
	}, "ada", "bob")
	c.must("", "POST /ask/rule", value.Of("rule", "everybody"))
	for _, who := range []string{"ada", "bob"} {
		c.must(who, "GET /letter", nil)
	}
	c.must("", "POST /letter", value.Of("text", "a"))
	created := ` letter {"verb":"created","data":{"text":"a","id":1},"id":1}`
	c.hears("created", "ada:"+created, "bob:"+created)
	for n := range 5 {
		c.must("", "POST /ask/run", value.Of("code", fmt.Sprintf(`Letter.publishUpdate(1, { n: %d });`, n)))
		updated := fmt.Sprintf(` letter {"verb":"updated","data":{"n":%d},"id":1}`, n)
		c.hears("updated", "ada:"+updated, "bob:"+updated)
	}
	if got := c.must("", "GET /ask/asked", nil); got != "2" {
		t.Errorf("the policy ran %s times, want 2", got)
	}
	// Two windows of one browser.
	res, err := http.Post(c.base+"/ask/login", "application/json", strings.NewReader(`{"user":"eve"}`))
	if err != nil {
		t.Fatal(err)
	}
	_ = res.Body.Close()
	cookie, _, _ := strings.Cut(res.Header.Get("Set-Cookie"), ";")
	for _, who := range []string{"eve 1", "eve 2"} {
		c.connect(who, http.Header{"Cookie": {cookie}})
		c.must(who, "GET /letter/1", nil)
	}
	c.must("", "POST /ask/rule", value.Of("rule", "session"))
	c.must("", "POST /ask/run", value.Of("code", `Letter.publishUpdate(1, { n: 9 });`))
	updated := ` letter {"verb":"updated","data":{"n":9},"id":1}`
	c.hears("updated", "ada:"+updated, "bob:"+updated, "eve 1:"+updated, "eve 2:"+updated)
	if got := c.must("", "GET /ask/asked", nil); got != "1" {
		t.Errorf("the policy ran %s times for two windows of one browser, want 1", got)
	}
}

// TestRecheckOnTwoServers: each server asks its own policies for its sockets.
func TestRecheckOnTwoServers(t *testing.T) {
	redis := miniredis.RunT(t)
	over := []txtar.File{
		configured("pubsub", "{ recheck: { ttl: 0 } }"),
		configured("sockets", fmt.Sprintf("{ adapter: 'socket.io-redis', host: '127.0.0.1', port: %s, key: 'recheck' }", redis.Port())),
	}
	here, there := lively(t, "testdata/recheck.txtar", "0.12", over, "ada"), lively(t, "testdata/recheck.txtar", "0.12", over, "bob", "eve")
	for _, c := range []*chat{here, there} {
		c.must("", "POST /ask/rule", value.Of("rule", "everybody"))
	}
	there.must("bob", "POST /ask/login", value.Of("user", "bob"))
	for c, names := range map[*chat][]string{here: {"ada"}, there: {"bob", "eve"}} {
		for _, who := range names {
			c.must(who, "POST /ask/run", value.Of("code", "Letter.subscribe(req, [1])"))
		}
	}
	there.must("", "POST /ask/rule", value.Of("rule", "session"))
	here.must("", "POST /ask/run", value.Of("code", "Letter.publishUpdate(1, { n: 1 })"))
	updated := ` letter {"verb":"updated","data":{"n":1},"id":1}`
	here.hears("here", "ada:"+updated)
	there.hears("there", "bob:"+updated)
}

// TestRecheckAsksHooks: handlers that hooks bind in front of the routes
// identify the user, or refuse a client, also when policies run again.
func TestRecheckAsksHooks(t *testing.T) {
	for _, release := range []string{"0.10", "0.12"} {
		c := lively(t, "testdata/recheck.txtar", release, []txtar.File{
			configured("pubsub", "{ recheck: { ttl: 0, timeout: 60000 } }"),
			{Name: "api/hooks/who/index.js", Data: []byte(`module.exports = function (sails) { return { routes: { before: {
  '/*': function (req, res, next) { req.me = req.session.user; req.options.seen = 'by the hook'; next(); },
  'GET /letter/:n': function (req, res, next) { if (sails.rule === 'closed' && req.me !== 'ada') { return res.forbidden(); } next(); }
} } }; };`)},
			{Name: "api/policies/mayRead.js", Data: []byte(`module.exports = function (req, res, next) {
  if (req.me && req.param('id') === '1' && req.options.seen === 'by the hook' && /^findone$/i.test(req.options.action)) { return next(); }
  res.forbidden();
};`)},
		}, "ada", "bob", "eve")
		c.must("ada", "POST /ask/login", value.Of("user", "ada"))
		c.must("bob", "POST /ask/login", value.Of("user", "bob"))
		for _, who := range []string{"ada", "bob", "eve"} {
			c.must(who, "GET /letter", nil)
		}
		c.must("", "POST /letter", value.Of("text", "a"))
		created := ` letter {"verb":"created","data":{"text":"a","id":1},"id":1}`
		c.hears(release+": those whom the hook knows", "ada:"+created, "bob:"+created)
		c.must("", "POST /ask/rule", value.Of("rule", "closed"))
		c.must("", "PUT /letter/1", value.Of("text", "b"))
		c.hears(release+": those whom the hook lets pass", `ada: letter {"verb":"updated","data":`+map[string]string{"0.10": `{"text":"b"}`, "0.12": `{"text":"b","id":1}`}[release]+`,"id":1,"previous":{"text":"a","id":1}}`)
	}
}
