package engine_test

import (
	"bufio"
	"bytes"
	"context"
	"crypto/tls"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"golang.org/x/tools/txtar"

	"framework/engine/testenv"
	"framework/engine/value"
	"framework/sockets/sockettest"
)

const gate = `
-- api/controllers/GateController.js --
var waiting = [];
module.exports = {
  hold: function (req, res) { waiting.push(res); },
  held: function (req, res) { res.json(waiting.length); },
  free: function (req, res) { waiting.forEach(function (w) { w.json('free'); }); waiting = []; res.json('done'); },
  count: function (req, res) { res.json(Object.keys(req.body).length); },
};
-- config/http.js --
module.exports.http = { bodyValues: 1000, parseBudget: 150000 };
`

// liftFiles serves a classic project of these files.
func liftFiles(t *testing.T, archive string) (address string) {
	t.Helper()
	dir := t.TempDir()
	files := append(txtar.Parse([]byte(archive)).Files, txtar.File{Name: "package.json", Data: []byte(`{"name":"gate","dependencies":{"sails":"~0.12.0"}}`)})
	for _, f := range files {
		path := filepath.Join(dir, f.Name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, f.Data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	_, address = serveFolder(t, dir, slog.New(slog.DiscardHandler))
	return address
}

func sendBody(t *testing.T, url, contentType, body string) (status int, text string, header http.Header) {
	t.Helper()
	return sendReader(t, url, contentType, strings.NewReader(body))
}

func sendReader(t *testing.T, url, contentType string, body io.Reader) (status int, text string, header http.Header) {
	t.Helper()
	return sendWith(t, url, http.Header{"Content-Type": {contentType}}, body)
}

func sendWith(t *testing.T, url string, headers http.Header, body io.Reader) (status int, text string, header http.Header) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, url, body)
	if err != nil {
		t.Fatal(err)
	}
	r.Header = headers
	res, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	all, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return res.StatusCode, string(all), res.Header
}

func TestValuesOfABody(t *testing.T) {
	base := "http://" + liftFiles(t, gate) + "/gate/count"
	list := func(n int) string { return "[" + strings.TrimSuffix(strings.Repeat("{},", n), ",") + "]" }
	for _, c := range []struct {
		kind, body string
		status     int
		want       string
	}{
		{"application/json", list(900), 200, "900"},
		{"application/json", list(1001), 400, "more than 1000 values (setting http.bodyValues)"},
		{"application/json", strings.Repeat("[", 600) + strings.Repeat("]", 600), 400, "nested deeper than 512 levels"},
		{"application/x-www-form-urlencoded", "a=1&b[c][]=2", 200, "2"},
		{"application/x-www-form-urlencoded", strings.TrimSuffix(strings.Repeat("a"+strings.Repeat("[]", 400)+"=1&", 20), "&"), 400, "hardly more than brackets"},
	} {
		if status, text, _ := sendBody(t, base, c.kind, c.body); status != c.status || !strings.Contains(text, c.want) {
			t.Errorf("%s %.30s: got %d %.200s, want %d %s", c.kind, c.body, status, text, c.status, c.want)
		}
	}
}

// Bodies that wait for their answers leave no room for others, over HTTP and
// sockets alike; once they are answered there is room again.
func TestBudgetOfBodies(t *testing.T) {
	t.Parallel()
	address := liftFiles(t, gate)
	base := "http://" + address
	s, err := sockettest.Dial(t.Context(), base, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	legacy := dialLegacy(t, base)
	large := `{"a":"` + strings.Repeat("x", 100_000) + `"}`
	message := `{"url":"/gate/count","data":` + large + `}`
	held := make(chan string, 1)
	go func() {
		res, err := http.Post(base+"/gate/hold", "application/json", strings.NewReader(large))
		if err != nil {
			held <- err.Error()
			return
		}
		defer res.Body.Close()
		text, _ := io.ReadAll(res.Body)
		held <- string(text)
	}()
	for text := ""; text != "1"; {
		if t.Context().Err() != nil {
			t.Fatal("the request does not arrive")
		}
		_, text, _ = sendBody(t, base+"/gate/held", "application/json", "{}")
	}
	ask := func() (int, string) {
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		a, err := s.Request(ctx, "post /gate/count", value.Of("a", strings.Repeat("x", 100_000)), nil)
		if err != nil {
			t.Fatal(err)
		}
		return a.Status, fmt.Sprint(a.Body)
	}
	if status, text, header := sendBody(t, base+"/gate/count", "application/json", large); status != 503 || header.Get("Retry-After") == "" {
		t.Errorf("got %d %.100s %v", status, text, header)
	}
	if status, text, _ := sendBody(t, base+"/gate/count", "application/x-www-form-urlencoded", "a="+strings.Repeat("x", 100_000)); status != 503 {
		t.Errorf("a form: got %d %.100s", status, text)
	}
	for _, encoding := range []string{"gzip", "deflate"} { // what counts is the text, not how it was sent
		if status, text, header := sendEncoded(t, base+"/gate/count", encoding, large); status != 503 || header.Get("Retry-After") == "" || !strings.Contains(text, "http.parseBudget") {
			t.Errorf("%s: got %d %.100s %v", encoding, status, text, header)
		}
	}
	if a := legacy.ask(t, message); a.Status != 503 || !strings.Contains(fmt.Sprint(a.Body), "http.parseBudget") {
		t.Errorf("polling of Socket.IO 0.9: got %d %.100v", a.Status, a.Body)
	}
	if status, text := ask(); status != 503 || !strings.Contains(text, "http.parseBudget") {
		t.Errorf("a socket: got %d %.100s", status, text)
	}
	if status, text, _ := sendBody(t, base+"/gate/free", "application/json", "{}"); status != 200 {
		t.Fatalf("a small one: %d %s", status, text)
	}
	if text := <-held; text != `"free"` {
		t.Errorf("the first got %s", text)
	}
	// What was held is free a moment behind the answer.
	for range 5 {
		status, text := 503, ""
		for status == 503 && t.Context().Err() == nil {
			status, text, _ = sendBody(t, base+"/gate/count", "application/json", large)
		}
		if status != 200 || text != "1" {
			t.Errorf("afterwards: %d %.100s", status, text)
		}
		for status = 503; status == 503 && t.Context().Err() == nil; {
			status, text = ask()
		}
		if status != 200 {
			t.Errorf("afterwards, a socket: %d %.100s", status, text)
		}
	}
	a := legacy.ask(t, message)
	for a.Status == 503 && t.Context().Err() == nil {
		a = legacy.ask(t, message)
	}
	if a.Status != 200 || a.Body != int64(1) {
		t.Errorf("afterwards, Socket.IO 0.9: %+v", a)
	}
}

// TestRefusedBodiesAreAnswered has clients write all of a body before they read.
func TestRefusedBodiesAreAnswered(t *testing.T) {
	testenv.Slow(t)
	plain := liftFiles(t, gate)
	dir := t.TempDir()
	pool := writeCertificate(t, dir, "server")
	_, encrypted, _ := liftEncrypted(t, dir, classicManifest, pairSetting)
	const size = 8 << 20
	piece := bytes.Repeat([]byte("x"), 64<<10)
	for name, head := range map[string]string{
		"length": fmt.Sprintf("Content-Length: %d\r\n", size), "keep-alive": fmt.Sprintf("Connection: keep-alive\r\nContent-Length: %d\r\n", size),
		"expectation": fmt.Sprintf("Expect: 100-continue\r\nContent-Length: %d\r\n", size), "chunked": "Transfer-Encoding: chunked\r\n",
	} {
		for _, address := range []string{plain, encrypted} {
			for _, kind := range []string{"application/json", "application/x-www-form-urlencoded", "multipart/form-data"} {
				t.Run(name+" "+kind, func(t *testing.T) {
					var c net.Conn
					var err error
					if address == plain {
						c, err = net.Dial("tcp", address)
					} else {
						c, err = tls.Dial("tcp", address, &tls.Config{RootCAs: pool, MinVersion: tls.VersionTLS12})
					}
					if err != nil {
						t.Fatal(err)
					}
					defer c.Close()
					_ = c.SetDeadline(time.Now().Add(time.Minute))
					fmt.Fprintf(c, "POST /gate/count HTTP/1.1\r\nHost: localhost\r\nContent-Type: %s\r\n%s\r\n", kind, head)
					for sent := 0; sent < size; sent += len(piece) {
						if name == "chunked" {
							_, err = fmt.Fprintf(c, "%x\r\n%s\r\n", len(piece), piece)
						} else {
							_, err = c.Write(piece)
						}
						if err != nil {
							t.Fatalf("after %d bytes: %v", sent, err)
						}
					}
					if name == "chunked" {
						_, _ = io.WriteString(c, "0\r\n\r\n") // the answer is there
					}
					res, err := http.ReadResponse(bufio.NewReader(c), nil)
					if err != nil {
						t.Fatal(err)
					}
					defer res.Body.Close()
					if text, err := io.ReadAll(res.Body); err != nil || res.StatusCode != http.StatusBadRequest {
						t.Errorf("got %d %s, %v", res.StatusCode, text, err)
					}
				})
			}
		}
	}
}
