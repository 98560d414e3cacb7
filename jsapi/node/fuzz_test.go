package node_test

import (
	"bytes"
	"encoding/json"
	"net/url"
	"regexp"
	"testing"

	"github.com/dop251/goja"

	"framework/jsapi"
)

// inRealm runs fn for a fuzz target, in one realm for all inputs: call is the
// function that the script makes, with the input and querystring.
func inRealm(f *testing.F, script string, fn func(t *testing.T, call func(arg string) (goja.Value, error), input string)) {
	f.Helper()
	var out bytes.Buffer
	iso, opts := isolate(f, f.TempDir(), &out)
	var target goja.Callable
	var qs goja.Value
	err := iso.Do(f.Context(), func(r *jsapi.Realm) error {
		l, err := load(r, opts)
		if err != nil {
			return err
		}
		if qs, err = l.Require("querystring"); err != nil {
			return err
		}
		v, err := r.Runtime().RunString(script)
		target, _ = goja.AssertFunction(v)
		return err
	})
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, input string) {
		err := iso.Do(t.Context(), func(r *jsapi.Realm) error {
			fn(t, func(arg string) (goja.Value, error) { return target(goja.Undefined(), r.Runtime().ToValue(arg), qs) }, input)
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	})
}

// halfPair finds what jsonParser leaves to goja.
var halfPair = regexp.MustCompile(`\\u[dD]|[^\x00-\x{FFFC}\x{FFFE}-\x{10FFFF}]`)

// FuzzJSONParse holds JSON.parse against the engine's own and encoding/json.
func FuzzJSONParse(f *testing.F) {
	for _, s := range []string{`{"a":[1,2.5e3,"é\n\ud83d\ude00"]}`, `[]`, `-0`, `{"__proto__":1,"a":null}`, `{`, `1 2`, `"\ud800"`, "\"\x01\"", `1e999`, `[1,]`, " \t1"} {
		f.Add(s)
	}
	inRealm(f, `(function (text) {
		function run(f) { try { return JSON.stringify(f()); } catch (e) { return e.name; } }
		return [run(function () { return JSON.parse(text); }), run(function () { return JSON.parse(text, function (k, v) { return v; }); })].join('\n');
	})`, func(t *testing.T, call func(string) (goja.Value, error), input string) {
		v, err := call(input)
		if err != nil {
			t.Fatal(err)
		}
		ours, engine, _ := bytes.Cut([]byte(v.String()), []byte("\n"))
		// goja takes a number too large for a float64 as a mistake, and it parses
		// what has half surrogate pairs.
		overflows := string(engine) == "SyntaxError" && json.Valid([]byte(input))
		if !overflows && !bytes.Equal(ours, engine) {
			t.Errorf("%q: %s", input, v)
		}
		if overflows && halfPair.MatchString(input) {
			return
		}
		if json.Valid([]byte(input)) != (string(ours) != "SyntaxError") {
			t.Errorf("%q: %s, valid: %v", input, v, json.Valid([]byte(input)))
		}
	})
}

// FuzzQuerystring: nothing throws, and what is made of pieces comes apart again.
func FuzzQuerystring(f *testing.F) {
	for _, s := range []string{"a=1&b=2&a=3", "%zz=%", "=&&=", "a=b=c", "é=%C3%A9", "a+b=c%20d", "__proto__=1"} {
		f.Add(s)
	}
	inRealm(f, `(function (text, qs) {
		var once = qs.parse(text, null, null, { maxKeys: 0 });
		return JSON.stringify(once) === JSON.stringify(qs.parse(qs.stringify(once), null, null, { maxKeys: 0 })) ? qs.stringify(once) : 'differs: ' + JSON.stringify(once);
	})`, func(t *testing.T, call func(string) (goja.Value, error), input string) {
		v, err := call(input)
		if err != nil {
			t.Fatal(err)
		}
		if bytes.HasPrefix([]byte(v.String()), []byte("differs")) {
			t.Errorf("%q: %s", input, v)
		}
		if _, err := url.ParseQuery(v.String()); err != nil {
			t.Errorf("%q became %q: %v", input, v, err)
		}
	})
}

// FuzzResponses: a response of HTTP/1 is read to the same, however it comes in pieces,
// and what is none has a code of Node.
func FuzzResponses(f *testing.F) {
	for _, s := range []string{
		"HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nabcHTTP/1.1", "HTTP/1.0 200\r\n\r\nopen", "HTTP/1.1 204 No\r\nA: b\r\na:\tc \r\n\r\n",
		"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3;x=y\r\nabc\r\nA\r\n0123456789\r\n0\r\nT: u\r\n\r\nrest",
		"HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 101 S\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\nhead", "HTTP/1.1 200 OK\n\n", "HTTX", "HTTP/1.1 20\r\n\r\n",
		"HTTP/1.1 200 OK\r\nContent-Length: 99999999999999999999\r\n\r\n", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nfffffffffffffffff\r\n",
	} {
		f.Add(s)
	}
	fuzzMessages(f, "false, 16384")
}

// FuzzRequests is the same for requests.
func FuzzRequests(f *testing.F) {
	for _, s := range []string{
		"GET / HTTP/1.1\r\nHost: a\r\n\r\nrest", "\r\n\r\nPOST /a?b#c HTTP/1.0\r\nContent-Length: 3\r\n\r\nabcGET", "CONNECT a:1 HTTP/1.1\r\n\r\nhead", "GET /\r\n\r\n",
		"PUT /x HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n3;x=y\r\nabc\r\n0\r\nT: u\r\n\r\nrest", "GET /u HTTP/1.1\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\nhead",
		"XYZ", "GET  http://a/b HTTP/1.1\r\n\r\n", "GET / HTTP/1.", "GET / HTTP/3.1\r\n", "GET /\x00", "GET * FTP/1.1", "POST / HTTP/1.1\r\nTransfer-Encoding: gzip\r\n\r\n", "GET / HTTP/1.1\n\n",
	} {
		f.Add(s)
	}
	fuzzMessages(f, "true, 200")
}

// fuzzMessages reads messages of HTTP/1; kind has the arguments of the Parser: whether they are requests, and the limit of heads.
func fuzzMessages(f *testing.F, kind string) {
	f.Helper()
	inRealm(f, `(function (text) {
		var Parser = process.binding('core')('httpparse'), bytes = Buffer.from(text, 'latin1');
		function run(size) {
			var log = [], body = '', p = new Parser({
				head: function (m) { log.push(m); return m.upgrade ? 'upgrade' : 'body'; },
				body: function (b) { body += b.toString('latin1'); },
				end: function (t) { log.push('end', t); }
			}, `+kind+`, false), rest = null, at = 0;
			try {
				for (; at < bytes.length && rest === null; at += size) { rest = p.feed(bytes.slice(at, at + size)); }
				log.push(rest === null ? p.finish() : rest.toString('latin1') + bytes.toString('latin1', at));
			} catch (e) { if (!/^HPE_/.test(e.code)) { throw e; } log.push(e.code); }
			return JSON.stringify([log, body]);
		}
		var whole = run(bytes.length || 1);
		[1, 2, 3, 7].forEach(function (n) { if (run(n) !== whole) { throw new Error('pieces of ' + n + ': ' + run(n) + ' instead of ' + whole); } });
		return whole;
	})`, func(t *testing.T, call func(string) (goja.Value, error), input string) {
		if len(input) > 1<<10 {
			return // byte by byte, it takes time
		}
		if v, err := call(input); err != nil {
			t.Errorf("%q: %v %v", input, v, err)
		}
	})
}
