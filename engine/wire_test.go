package engine_test

import (
	"bufio"
	"bytes"
	"context"
	"crypto/tls"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptrace"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

const wire = `
-- config/routes.js --
module.exports.routes = { 'POST /echo': 'wire.echo', 'GET /wait': 'wire.wait', 'GET /go': 'wire.go' };
-- config/session.js --
module.exports.session = { secret: 'x' };
-- api/controllers/WireController.js --
var waiting = [];
module.exports = {
  echo: function (req, res) { res.json({ version: req.httpVersion, host: req.get('host'), body: req.body }); },
  wait: function (req, res) { waiting.push(res); },
  go: function (req, res) {
    waiting.forEach(function (each) { each.send('went on'); });
    res.json(waiting.splice(0).length);
  }
};
`

// TestPipelining writes several requests at once: the answers come in their order, and the
// connection stays.
func TestPipelining(t *testing.T) {
	address := liftFiles(t, wire+"-- assets/a.txt --\n0123456789\n")
	c, err := net.Dial("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close() //nolint:errcheck // all was read
	_ = c.SetDeadline(time.Now().Add(time.Minute))
	in := bufio.NewReader(c)
	for turn := range 3 {
		const post = "POST /echo HTTP/1.1\r\nHost: a.example\r\nContent-Type: application/json\r\nContent-Length: 7\r\n\r\n"
		fmt.Fprintf(c, "%s{\"n\":1}GET /nothing HTTP/1.1\r\nHost: a.example\r\n\r\n"+
			"GET /a.txt HTTP/1.1\r\nHost: a.example\r\nRange: bytes=2-3\r\n\r\n%s{\"n\":2}", post, post)
		for i, want := range []struct {
			status int
			text   string
		}{{200, `"n":1`}, {404, ""}, {206, "23"}, {200, `"n":2`}} {
			res, err := http.ReadResponse(in, nil)
			if err != nil {
				t.Fatalf("turn %d, answer %d: %v", turn, i, err)
			}
			text, err := io.ReadAll(res.Body)
			if err != nil {
				t.Fatal(err)
			}
			if res.StatusCode != want.status || !strings.Contains(strings.Join(strings.Fields(string(text)), ""), want.text) {
				t.Errorf("turn %d, answer %d: %d %s", turn, i, res.StatusCode, text)
			}
			if res.Close {
				t.Errorf("turn %d, answer %d: the connection is closed", turn, i)
			}
		}
	}
}

// TestExpectContinue: a client that asks whether to send its body is answered before it
// does, with 100 where the body is read.
func TestExpectContinue(t *testing.T) {
	address := liftFiles(t, wire)
	c, err := net.Dial("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close() //nolint:errcheck // all was read
	_ = c.SetDeadline(time.Now().Add(time.Minute))
	in := bufio.NewReader(c)
	for range 2 {
		fmt.Fprint(c, "POST /echo HTTP/1.1\r\nHost: a.example\r\nContent-Type: application/json\r\nContent-Length: 7\r\nExpect: 100-continue\r\n\r\n")
		line, err := in.ReadString('\n')
		if err != nil || line != "HTTP/1.1 100 Continue\r\n" {
			t.Fatalf("got %q, %v", line, err)
		}
		if line, err = in.ReadString('\n'); err != nil || line != "\r\n" {
			t.Fatalf("got %q, %v", line, err)
		}
		fmt.Fprint(c, `{"n":1}`)
		res, err := http.ReadResponse(in, nil)
		if err != nil {
			t.Fatal(err)
		}
		if text, err := io.ReadAll(res.Body); err != nil || res.StatusCode != http.StatusOK || !strings.Contains(string(text), `"n"`) {
			t.Fatalf("%d %s, %v", res.StatusCode, text, err)
		}
	}
	// One too long is refused before it is sent.
	fmt.Fprint(c, "POST /echo HTTP/1.1\r\nHost: a.example\r\nContent-Type: application/json\r\nContent-Length: 999999999999\r\nExpect: 100-continue\r\n\r\n")
	res, err := http.ReadResponse(in, nil)
	if err != nil || res.StatusCode/100 != 4 {
		t.Errorf("too long: %+v, %v", res, err)
	}
}

// TestHTTP2 has one connection carry requests at the same time.
func TestHTTP2(t *testing.T) {
	dir := t.TempDir()
	pool := writeCertificate(t, dir, "server")
	page := strings.Repeat("0123456789", 1000)
	for name, text := range map[string]string{"api/controllers/WireController.js": section(wire, "WireController.js"), "assets/a.txt": page} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	_, address, _ := liftEncrypted(t, dir, classicManifest, pairSetting+"module.exports.routes = { 'POST /echo': 'wire.echo', 'GET /wait': 'wire.wait', 'GET /go': 'wire.go' };")
	transport := &http.Transport{TLSClientConfig: &tls.Config{RootCAs: pool, MinVersion: tls.VersionTLS12}, ForceAttemptHTTP2: true}
	t.Cleanup(transport.CloseIdleConnections)
	client := &http.Client{Transport: transport}
	var mu sync.Mutex
	used := map[net.Conn]bool{}
	do := func(method, path, body string, header ...string) (*http.Response, string) {
		ctx := httptrace.WithClientTrace(t.Context(), &httptrace.ClientTrace{GotConn: func(info httptrace.GotConnInfo) {
			mu.Lock()
			defer mu.Unlock()
			used[info.Conn] = true
		}})
		ctx, cancel := context.WithTimeout(ctx, time.Minute)
		defer cancel()
		r, err := http.NewRequestWithContext(ctx, method, "https://"+address+path, strings.NewReader(body))
		if err != nil {
			t.Error(err)
			return &http.Response{}, ""
		}
		for i := 0; i+1 < len(header); i += 2 {
			r.Header.Set(header[i], header[i+1])
		}
		res, err := client.Do(r)
		if err != nil {
			t.Error(err)
			return &http.Response{}, ""
		}
		defer res.Body.Close()
		text, err := io.ReadAll(res.Body)
		if err != nil {
			t.Error(err)
		}
		return res, string(text)
	}
	res, text := do("POST", "/echo", `{"n":1}`, "Content-Type", "application/json")
	if res.ProtoMajor != 2 || !same(text, `{"version":"2.0","host":"`+address+`","body":{"n":1}}`) {
		t.Errorf("%s %s", res.Proto, text)
	}
	// A body of more than a window goes through the windows of flow control.
	large := `{"n":"` + strings.Repeat("x", 90<<10) + `"}`
	if _, text := do("POST", "/echo", large, "Content-Type", "application/json"); !strings.Contains(text, strings.Repeat("x", 90<<10)) {
		t.Errorf("a large body: %.80s", text)
	}
	if res, text := do("GET", "/a.txt", "", "Range", "bytes=10-19"); res.StatusCode != http.StatusPartialContent || text != "0123456789" {
		t.Errorf("a part: %d %q", res.StatusCode, text)
	}
	// Requests that wait hold up no other one of their connection.
	var waiting sync.WaitGroup
	const number = 20
	for range number {
		waiting.Go(func() {
			if res, text := do("GET", "/wait", ""); res.ProtoMajor != 2 || text != "went on" {
				t.Errorf("%s %q", res.Proto, text)
			}
		})
	}
	for went := 0; went < number && t.Context().Err() == nil && !t.Failed(); {
		var n int
		if _, text := do("GET", "/go", ""); text != "" {
			_, _ = fmt.Sscan(text, &n)
		}
		went += n
	}
	waiting.Wait()
	if len(used) != 1 {
		t.Errorf("%d connections were used", len(used))
	}
	// A client that speaks HTTP/1.1 only is served as before.
	if res, _ := ask(t, clientOf(t, pool), "https://"+address+"/who"); res.ProtoMajor != 1 {
		t.Errorf("without HTTP/2: %s", res.Proto)
	}
}

// section is the text of a file of an archive whose name ends so.
func section(archive, name string) string {
	_, rest, _ := bytes.Cut([]byte(archive), []byte(name+" --\n"))
	text, _, _ := bytes.Cut(rest, []byte("\n-- "))
	return string(text) + "\n"
}
