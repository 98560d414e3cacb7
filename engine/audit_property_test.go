package engine_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http/httptest"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"framework/engine"
	"framework/engine/enginetest"
	"framework/engine/testenv"
	"framework/sockets/sockettest"
)

// fence is a project whose policies and targets say in the answer that they
// were met.
const fence = `
-- api/policies/one.js --
module.exports = function (req, res, next) { res.setHeader('X-One', '1'); next(); };
-- api/policies/two.js --
module.exports = function (req, res, next) { res.setHeader('X-Two', '1'); next(); };
-- api/controllers/SecretController.js --
module.exports = { hello: function (req, res) { res.send('HELLO'); }, 'index': function (req, res) { res.send('INDEX'); } };
-- api/models/Secret.js --
module.exports = { attributes: { name: 'string' } };
-- views/home.ejs --
HOME
-- config/views.js --
module.exports.views = { layout: false };
-- config/session.js --
module.exports.session = { secret: 'x' };
`

// What the audit calls guarded is not reached without its policies, whatever
// routes and policies there are and whatever is asked.
func TestAuditHolds(t *testing.T) {
	testenv.Slow(t)
	t.Parallel()
	rapid.Check(t, func(r *rapid.T) {
		text := func(label string, of ...string) string { return rapid.SampledFrom(of).Draw(r, label) }
		files := project(fence)
		dir, err := os.MkdirTemp(t.TempDir(), "fence")
		if err != nil {
			r.Fatal(err)
		}
		modern := rapid.Bool().Draw(r, "1.x")
		entries := map[string]string{}
		var order []string
		for range rapid.IntRange(1, 7).Draw(r, "routes") {
			address := text("verb", "", "all ", "GET ", "POST ", "DELETE ", "HEAD ") + text("path", "/secret", "/secret/*", "/secret*", "/secret/:id?", "/secret/:id", "/secret/hello",
				"/SECRET/:a/:b?", "/:x/hello", "/*", "/s/:a?/:b?", "/s/*", "r|^/secret|", "r|^/secret/(?!x)|", "/secret/:id.:ext?", "/s", "/s/a")
			target := text("target", "{policy: 'one'}", "{policy: 'one'}", "{policy: 'two'}", "{policy: ['one', 'two']}", "{view: 'home'}", "{policy: 'one', view: 'home'}", "'/elsewhere'",
				"{fn: @}", "{fn: @}", "{fn: @, policy: 'two'}", "[{policy: 'one'}, @]",
				"[{policy: 'two'}, {controller: 'secret', action: 'hello'}]", "{controller: 'secret', action: 'find'}", "{policy: 'two', target: 'SecretController.hello'}")
			if rapid.Bool().Draw(r, "option") && strings.HasPrefix(target, "{") {
				target = strings.TrimSuffix(target, "}") + ", " + text("options", "skipAssets: true", "skipRegex: /x/", "skipRegex: [/x/, /y$/]", "skipRegex: /(?!x)y/") + "}"
			}
			if entries[address] == "" {
				order = append(order, address)
			}
			entries[address] = strings.ReplaceAll(target, "@", fmt.Sprintf("function (req, res) { res.send(%q); }", address))
		}
		var table strings.Builder
		for _, address := range order {
			fmt.Fprintf(&table, "  %q: %s,\n", address, entries[address])
		}
		policies := text("policies", "{}", "{'*': 'one'}", "{SecretController: {find: 'one', '*': 'two'}}", "{SecretController: {hello: false}}", "{'*': 'two', SecretController: {'*': true, hello: ['one', 'two']}}")
		for name, content := range map[string]string{
			"package.json":         map[bool]string{true: `{"dependencies": {"sails": "1.5.0"}}`, false: "{}"}[modern],
			"config/routes.js":     "module.exports.routes = {\n" + table.String() + "};\n",
			"config/policies.js":   "module.exports.policies = " + policies + ";\n",
			"config/blueprints.js": "module.exports.blueprints = { actions: true };\n",
			"config/models.js":     "module.exports.models = " + map[bool]string{true: "{ attributes: { id: { type: 'number', autoIncrement: true } } }", false: "{}"}[modern] + ";\n",
		} {
			files = append(files, project("-- "+name+" --\n"+content)...)
		}
		testenv.WriteFiles(r, dir, files)
		app := engine.New(engine.Options{Dir: dir, Stdout: io.Discard, Stderr: io.Discard, Log: slog.New(slog.DiscardHandler), Flags: enginetest.InMemory(files)})
		if err := app.Load(context.Background()); err != nil {
			r.Fatal(err, table.String())
		}
		defer func() { _ = app.Close(context.Background()) }()
		s, release, err := app.Acquire()
		if err != nil {
			r.Fatal(err)
		}
		defer release()
		audit := s.Audit()
		server := httptest.NewServer(app.Handler())
		defer server.Close()
		ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
		defer cancel()
		socket, err := sockettest.Dial(ctx, server.URL, nil)
		if err != nil {
			r.Fatal(err)
		}
		defer socket.Close()
		for range 40 {
			method := text("method", "GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "PURGE")
			url := text("start", "/secret", "/Secret", "/s", "/S", "") + text("middle", "", "/", "/1", "/x", "/hello", "/a", "/find", "/a/b", "//") + text("end", "", "/", ".html", "/y", "?x", "?y", "/%0Ax", "/é")
			if !strings.HasPrefix(url, "/") {
				url = "/" + url
			}
			var code int
			var body string
			var header func(name string) any
			virtual := rapid.Bool().Draw(r, "socket")
			if virtual {
				if method == "PURGE" {
					method = "GET" // no event of sockets
				}
				if rapid.Bool().Draw(r, "line end") {
					url += text("line end", "\n", "\rx", "\u2028x", "/\u2029")
				}
				answer, err := socket.Request(ctx, method+" "+url, nil, nil)
				if err != nil {
					r.Fatal(err)
				}
				code = answer.Status
				body, _ = answer.Body.(string)
				header = answer.Headers.Value
			} else {
				w := httptest.NewRecorder()
				req := httptest.NewRequest(method, "/", nil)
				req.URL.Path, req.RequestURI = url, url
				if u, err := req.URL.Parse(url); err == nil {
					req.URL = u
				}
				app.Handler().ServeHTTP(w, req)
				code, body = w.Code, w.Body.String()
				header = func(name string) any {
					if v := w.Header().Get(name); v != "" {
						return v
					}
					return nil
				}
			}
			// The binding that answered is one that matches and whose answers
			// look like this one; every binding that may have given it counts.
			var kind string
			reached := strings.TrimSpace(body)
			switch {
			case reached == "HOME":
				kind = "view home"
			case reached == "HELLO":
				kind = "hello"
			case reached == "INDEX":
				kind = "index"
			case code == 302:
				kind = "redirect to /elsewhere"
			case entries[reached] != "":
				kind = "function"
			default:
				continue
			}
			var missing []string
			for _, e := range audit.Ways {
				address := strings.TrimSpace(e.Verb + " " + e.Path)
				if !strings.HasSuffix(e.Action, kind) || kind == "function" && !strings.EqualFold(address, reached) {
					continue
				}
				lacks := ""
				for name, sets := range map[string]string{"one": "X-One", "two": "X-Two"} {
					if slices.Contains(e.Policies, name) && header(sets) == nil {
						lacks = name
					}
				}
				if slices.Contains(e.Policies, "deny") {
					lacks = "deny"
				}
				if lacks == "" {
					missing = nil
					break
				}
				missing = append(missing, fmt.Sprintf("%s %s says %v, but %s was not met", e.Verb, e.Path, e.Policies, lacks))
			}
			if missing != nil {
				list, _ := json.Marshal(missing)
				r.Fatalf("%s %q (socket: %v) was answered by %s:\n%s\nroutes:\n%spolicies: %s", method, url, virtual, kind, list, table.String(), policies)
			}
		}
	})
}
