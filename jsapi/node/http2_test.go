package node_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"framework/engine/testenv"
)

// asking and serving are the two sides of a test with a real Node: each prints what it
// sees. The server says on which port it listens in a file.
const (
	serving = `
		const http2 = require('http2'), fs = require('fs');
		const server = http2.createServer((req, res) => {
			const chunks = [];
			req.on('data', (d) => chunks.push(d)).on('end', () => {
				const body = Buffer.concat(chunks);
				res.setHeader('x-length', body.length);
				res.setHeader('set-cookie', ['a=1', 'b=2']);
				if (req.url === '/trailers') { res.addTrailers({ 'x-sum': String(body.length) }); }
				if (req.url === '/early') { res.writeEarlyHints({ link: '</a>' }); }
				if (req.url === '/cancel') { res.stream.close(http2.constants.NGHTTP2_CANCEL); return; }
				res.write(body);
				res.end(req.method + req.url);
			});
		});
		server.listen(0, '127.0.0.1', () => { fs.writeFileSync('port.part', String(server.address().port)); fs.renameSync('port.part', 'port'); });
		module.exports = new Promise((resolve) => server.on('stream', (s, h) => { if (h[':path'] === '/end') { const { session } = s; s.on('close', () => { server.close(); session.close(resolve); }); } }));`
	asking = `
		const http2 = require('http2'), fs = require('fs');
		const wait = (fn) => new Promise((resolve) => { (function look() { if (fs.existsSync('port')) { resolve(); } else { setTimeout(look, 5); } })(); });
		module.exports = (async () => {
			await wait();
			const client = http2.connect('http://127.0.0.1:' + fs.readFileSync('port', 'utf8'));
			const codes = new Set();
			client.on('goaway', (code) => codes.add(code));
			const ask = (path, body) => new Promise((resolve) => {
				const out = [path], req = client.request({ ':path': path, ':method': body === undefined ? 'GET' : 'POST' });
				let n = 0;
				req.on('headers', (h) => out.push(h[':status'], h.link)).on('response', (h) => out.push(h[':status'], h['x-length'], String(h['set-cookie']))).on('trailers', (h) => out.push('trailers', h['x-sum']));
				req.on('data', (d) => { n += d.length; }).on('error', (e) => out.push(e.code)).on('close', () => resolve(out.concat(n, req.rstCode).join(' ')));
				if (body !== undefined) { req.end(body); }
			});
			for (const [path, body] of [['/a'], ['/b', 'text'], ['/big', Buffer.alloc(3e6)], ['/trailers', 'x'], ['/early', 'y'], ['/cancel']]) { console.log(await ask(path, body)); }
			console.log((await Promise.all(Array.from({ length: 200 }, (_, i) => ask('/many' + i, 'm'.repeat(i * 100))))).join('\n'));
			await new Promise((resolve) => client.ping((err, ms) => { console.log(err, typeof ms); resolve(); }));
			console.log(await ask('/end'));
			await new Promise((resolve) => { if (client.destroyed) { resolve(); } else { client.on('close', resolve); } });
			console.log('goaway', ...codes);
		})();`
)

// A client of Node asks a server here, a client here asks a server of Node, and both see
// what they see of their own kind.
func TestHTTP2WithNode(t *testing.T) {
	testenv.Slow(t)
	if _, err := exec.LookPath("node"); err != nil {
		testenv.Missing(t, "there is no Node")
	}
	ask := func(server, client func(dir, script string) string) string {
		dir := t.TempDir()
		for name, text := range map[string]string{"serving.js": serving, "asking.js": asking} {
			if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		done := make(chan string)
		go func() { done <- server(dir, "./serving.js") }()
		out := client(dir, "./asking.js")
		return out + <-done
	}
	theirs := func(dir, script string) string {
		cmd := exec.CommandContext(t.Context(), "node", script)
		cmd.Dir = dir
		out, err := cmd.CombinedOutput()
		if err != nil {
			return err.Error() + "\n" + string(out)
		}
		return string(out)
	}
	ours := func(dir, script string) string { return run(t, dir, script) }
	want := ask(theirs, theirs)
	if !strings.Contains(want, "/big 200 3000000 a=1,b=2 3000008 0") {
		t.Fatalf("Node prints\n%s", want)
	}
	for name, got := range map[string]string{"our server": ask(ours, theirs), "our client": ask(theirs, ours), "both": ask(ours, ours)} {
		if diff := cmp.Diff(strings.Split(want, "\n"), strings.Split(got, "\n")); diff != "" {
			t.Errorf("%s: not what Node prints (-node +ours):\n%s", name, diff)
		}
	}
}

// Connections of http and http2 may be streams that are no sockets.
func TestHTTPOverStreams(t *testing.T) {
	dir := t.TempDir()
	script := `
		const http = require('http'), http2 = require('http2'), { duplexPair } = require('stream');
		const text = (from) => new Promise((resolve) => { let all = ''; from.on('data', (d) => { all += d; }).on('end', () => resolve(all)); });
		module.exports = (async () => {
			const [a, b] = duplexPair();
			http2.performServerHandshake(a).on('stream', (s) => { s.respond({}); s.end('two'); });
			const client = http2.connect('http://h', { createConnection: () => b });
			console.log(await text(client.request({})));
			client.destroy();
			const [c, d] = duplexPair();
			http.createServer((req, res) => { res.end('one'); }).emit('connection', c);
			d.write('GET / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n');
			console.log((await text(d)).split('\r\n').pop());
		})();`
	if err := os.WriteFile(filepath.Join(dir, "script.js"), []byte(script), 0o600); err != nil {
		t.Fatal(err)
	}
	if got := run(t, dir, "./script.js"); got != "two\none\n" {
		t.Errorf("got %s", got)
	}
}
