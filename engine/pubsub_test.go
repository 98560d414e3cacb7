package engine_test

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/tools/txtar"

	"framework/engine"
	"framework/engine/value"
	"framework/sockets/sockettest"
)

// chat is a lifted project with sockets.
type chat struct {
	t       testing.TB
	base    string
	log     *journal
	sockets map[string]*sockettest.Client
}

// lively lifts a project of testdata as a release serves it, and connects
// sockets with the headers of their handshakes. Files are written over those of
// the project.
func lively(t testing.TB, file, release string, over []txtar.File, names ...string) *chat {
	t.Helper()
	archive, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for _, f := range append(archive.Files, over...) {
		path := filepath.Join(dir, filepath.FromSlash(f.Name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, f.Data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	c := &chat{t: t, log: new(journal), sockets: map[string]*sockettest.Client{}}
	app := engine.New(engine.Options{
		Dir: dir, Profile: release, Stdout: io.Discard, Stderr: io.Discard, Log: slog.New(slog.NewTextHandler(c.log, nil)),
	})
	if err := app.Load(context.Background()); err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(app.Handler())
	t.Cleanup(func() {
		for _, s := range c.sockets {
			s.Close()
		}
		if err := app.Close(context.Background()); err != nil {
			t.Error(err)
		}
		server.Close()
	})
	c.base = server.URL
	for _, name := range names {
		c.connect(name, nil)
	}
	return c
}

func (c *chat) connect(name string, header http.Header) {
	c.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	s, err := sockettest.Dial(ctx, c.base, header)
	if err != nil {
		c.t.Fatal(err)
	}
	c.sockets[name] = s
}

// ask sends a request over the socket of that name, or over HTTP where there is
// none, and returns its status and body.
func (c *chat) ask(who, address string, data any) (int, string) {
	c.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	if s := c.sockets[who]; s != nil {
		a, err := s.Request(ctx, address, data, nil)
		if err != nil {
			c.t.Fatal(err)
		}
		return a.Status, string(value.Append(nil, a.Body))
	}
	method, path, _ := strings.Cut(address, " ")
	var sent io.Reader = http.NoBody
	if data != nil {
		sent = strings.NewReader(string(value.Append(nil, data)))
	}
	req, err := http.NewRequestWithContext(ctx, method, c.base+path, sent)
	if err != nil {
		c.t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/json")
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		c.t.Fatal(err)
	}
	defer func() { _ = res.Body.Close() }()
	body, err := io.ReadAll(res.Body)
	if err != nil {
		c.t.Fatal(err)
	}
	v, err := value.Parse(body)
	if err != nil {
		return res.StatusCode, string(body)
	}
	return res.StatusCode, string(value.Append(nil, v))
}

// run evaluates code in an action.
func (c *chat) run(who, code string) string {
	c.t.Helper()
	status, body := c.ask(who, "POST /ask/run", value.Of("code", code))
	if status != http.StatusOK {
		c.t.Errorf("%s: status %d %s", code, status, body)
	}
	return body
}

var dates = regexp.MustCompile(`"(createdAt|updatedAt)":"[^"]*",?|,"(createdAt|updatedAt)":"[^"]*"`)

// heard is what every socket has received since the last call, in the order of
// their names, without dates.
func (c *chat) heard() []string {
	c.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	var names, out []string
	for name := range c.sockets {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		events, err := c.sockets[name].Heard(ctx)
		if err != nil {
			c.t.Fatal(err)
		}
		for _, e := range events {
			text := dates.ReplaceAllString(e.String(), "")
			out = append(out, name+": "+strings.ReplaceAll(text, ",}", "}"))
		}
	}
	return out
}

// moment is one step of a test: code that a client runs, or a request.
type moment struct {
	who, do string
	data    any
	want    string // answer; "" where it does not matter
	heard   []string
}

func (c *chat) play(moments []moment) {
	c.t.Helper()
	for i, m := range moments {
		name := fmt.Sprintf("#%d %s %s", i+1, m.who, m.do)
		var got string
		if method, _, _ := strings.Cut(m.do, " "); slices.Contains([]string{"GET", "POST", "PUT", "PATCH", "DELETE"}, method) {
			var status int
			status, got = c.ask(m.who, m.do, m.data)
			if status >= http.StatusBadRequest {
				c.t.Errorf("%s: %d %s", name, status, got)
			}
		} else {
			got = c.run(m.who, m.do)
		}
		if m.want != "" && got != m.want {
			c.t.Errorf("%s: got %s, want %s", name, got, m.want)
		}
		if heard := c.heard(); !slices.Equal(heard, m.heard) {
			c.t.Errorf("%s: heard\n\t%s\nwant\n\t%s", name, strings.Join(heard, "\n\t"), strings.Join(m.heard, "\n\t"))
		}
	}
}

// journal is a log that several goroutines write.
type journal struct {
	mu   sync.Mutex
	text strings.Builder
}

func (j *journal) Write(p []byte) (int, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.text.Write(p)
}

func (j *journal) String() string {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.text.String()
}
