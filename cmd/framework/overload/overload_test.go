package overload_test

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"framework/cmd/framework/programtest"
	"framework/engine/testenv"
	"framework/engine/value"
	"framework/sockets/sockettest"
)

const crowded = `
-- config/connections.js --
module.exports.connections = { main: { adapter: 'sails-disk' } };
-- config/models.js --
module.exports.models = { connection: 'main', migrate: 'alter' };
-- api/models/Book.js --
module.exports = { attributes: { title: 'string' } };
-- api/controllers/BookController.js --
module.exports = {};
-- api/controllers/PetController.js --
module.exports = {
  hello: function (req, res) { res.send('one'); },
  take: function (req, res) {
    req.file('doc').upload(function (err, files) { return err ? res.serverError(err) : res.json({ size: files[0].size }); });
  }
};
`

// TestOverloadOfGo has more clients ask for long lists than one processor can
// answer within seconds: some are refused with Retry-After, nothing that was
// acknowledged is lost, and whatever else the server does goes on.
func TestOverloadOfGo(t *testing.T) {
	testenv.Slow(t)
	binary, dir := programtest.Path(t), programtest.Project(t, crowded)
	s := programtest.LiftWith(t, binary, dir, []string{"NODE_ENV=production", "GOMAXPROCS=1"})
	list := "[" + strings.TrimSuffix(strings.Repeat(`{"title":"a book of many"},`, 2000), ",") + "]"
	if status, body := s.Ask("POST", "/book", list); status/100 != 2 {
		t.Fatalf("%d %.300s", status, body)
	}
	// insist asks until it is not refused.
	insist := func(method, path, body string, header ...string) (int, string) {
		for deadline := time.Now().Add(2 * time.Minute); ; time.Sleep(20 * time.Millisecond) {
			status, text := s.Ask(method, path, body, header...)
			if status != http.StatusServiceUnavailable || time.Now().After(deadline) {
				return status, text
			}
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	out := make(chan *answers)
	go func() {
		requests := []string{get(s.Addr, "/book?limit=2000"), post(s.Addr, "/book", `{"title":"added"}`)}
		out <- flood{addr: s.Addr, requests: requests, connections: 401}.run(ctx)
	}()
	if !s.Logged("overloaded: ") {
		t.Error("nobody was refused")
	}

	if status, body := s.Ask("GET", "/_framework/health", ""); status != http.StatusOK {
		t.Errorf("health: %d %s", status, body)
	}
	var form bytes.Buffer
	fmt.Fprintf(&form, "--edge\r\nContent-Disposition: form-data; name=\"doc\"; filename=\"a.bin\"\r\n\r\n%s\r\n--edge--\r\n", strings.Repeat("x", 1<<20))
	if status, body := insist("POST", "/pet/take", form.String(), "Content-Type", "multipart/form-data; boundary=edge"); status != http.StatusOK || body != fmt.Sprintf(`{"size":%d}`, 1<<20) {
		t.Errorf("an upload: %d %.300s", status, body)
	}
	for _, p := range programtest.Pollers() {
		path, err := p.Connect(insist)
		if err != nil {
			t.Error(err)
			continue
		}
		for _, text := range []string{p.Open, strings.Replace(p.Ask, "/wait/slow", "/pet/hello", 1)} {
			if text == "" {
				continue
			}
			if status, body := s.Ask("POST", path, text, "Content-Type", "text/plain;charset=UTF-8"); status != http.StatusOK {
				t.Errorf("%s: sending %s: %d %s", p.Name, text, status, body)
			}
		}
		got := ""
		for deadline := time.Now().Add(2 * time.Minute); !strings.Contains(got, "one") && time.Now().Before(deadline); {
			status, body := s.Ask("GET", path, "")
			if got += body; status != http.StatusOK {
				break
			}
		}
		if !strings.Contains(got, "one") {
			t.Errorf("%s: a request over a socket was answered %s", p.Name, got)
		}
	}
	file := filepath.Join(dir, "api", "controllers", "PetController.js")
	if err := os.WriteFile(file, []byte("module.exports = { hello: function (req, res) { res.send('two'); } };\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command(binary, "reload", dir).CombinedOutput(); err != nil {
		t.Errorf("the reload: %v\n%s", err, out)
	}
	if _, body := insist("GET", "/pet/hello", ""); body != "two" {
		t.Errorf("after the reload: %s", body)
	}

	cancel()
	got := <-out
	t.Log(got.status)
	for status := range got.status {
		switch status {
		case http.StatusOK, http.StatusCreated, http.StatusServiceUnavailable:
		default:
			t.Errorf("%d requests were answered %d (%v)", got.status[status], status, got.failed)
		}
	}
	if got.status[http.StatusOK] == 0 || got.status[http.StatusServiceUnavailable] == 0 || got.silent > 0 {
		t.Errorf("%v, of the refusals %d without Retry-After", got.status, got.silent)
	}
	want := fmt.Sprint(got.status[http.StatusCreated])
	_, all := s.Ask("GET", `/book?where={"title":"added"}&limit=1000000`, "")
	if n := fmt.Sprint(strings.Count(all, `"added"`)); n != want {
		t.Errorf("%s creates were acknowledged, %s are there", want, n)
	}
}

// TestOverloadOfSockets is the same over sockets: requests that have waited for too
// long before the server read them are refused, and the sockets go on.
func TestOverloadOfSockets(t *testing.T) {
	testenv.Slow(t)
	if runtime.GOOS != "linux" {
		t.Skip("only Linux says how long a message has waited")
	}
	s := programtest.LiftWith(t, programtest.Path(t), programtest.Project(t, crowded), []string{"NODE_ENV=production", "GOMAXPROCS=1"}, "--models.queueTime=0")
	list := "[" + strings.TrimSuffix(strings.Repeat(`{"title":"a book of many"},`, 2000), ",") + "]"
	if status, body := s.Ask("POST", "/book", list); status/100 != 2 {
		t.Fatalf("%d %.300s", status, body)
	}
	clients := make([]*sockettest.Client, 150)
	for i := range clients {
		c, err := sockettest.Dial(t.Context(), s.Base, nil)
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		clients[i] = c
	}
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	var mu sync.Mutex
	statuses := map[int]int{}
	done, once := make(chan struct{}), sync.Once{}
	var wg sync.WaitGroup
	for _, c := range clients {
		wg.Go(func() {
			for {
				select {
				case <-done:
					return
				default:
				}
				a, err := c.Request(ctx, "GET /book?limit=2000", value.Undefined{}, nil)
				if err != nil {
					t.Error(err)
					return
				}
				mu.Lock()
				statuses[a.Status]++
				enough := statuses[http.StatusServiceUnavailable] >= 20 && statuses[http.StatusOK] >= 20
				mu.Unlock()
				if a.Status == http.StatusServiceUnavailable && (a.Headers.Value("Retry-After") != "1" || !strings.HasPrefix(fmt.Sprint(a.Body), "The server has more to do")) {
					t.Errorf("a refusal is %v %v", a.Headers, a.Body)
				}
				if enough {
					once.Do(func() { close(done) })
				}
			}
		})
	}
	wg.Wait()
	t.Log(statuses)
	if len(statuses) != 2 || ctx.Err() != nil {
		t.Errorf("answered with %v", statuses)
	}
	if !s.Logged("overloaded: ") {
		t.Error("the log does not say that requests were refused")
	}
}
