package engine_test

import (
	"context"
	"io"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"framework/engine"
	"framework/engine/value"
)

// windowOf opens the page without a browser: the client of l gets the cookie, and the token
// of the page is returned.
func windowOf(t *testing.T, l *live) (token string) {
	t.Helper()
	res, err := l.http.Get(l.app.WindowLink(l.base))
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	text, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	found := regexp.MustCompile(`name="token" content="([^"]+)"`).FindSubmatch(text)
	if res.StatusCode != http.StatusOK || found == nil || strings.Contains(res.Request.URL.String(), "key=") {
		t.Fatalf("the link leads to %s: %d\n%s", res.Request.URL, res.StatusCode, text)
	}
	return string(found[1])
}

const windowAPI = "/_framework/window/api/"

// TestWindowGuards: the page answers nobody without its key, no other page of the browser,
// and no name that others could have lead to this machine.
func TestWindowGuards(t *testing.T) {
	t.Parallel()
	l := liven(t, shopProject, memory())
	for _, path := range []string{"/_framework", "/_framework/", "/_framework?key=wrong", "/_framework/window/main.js", windowAPI + "routes", windowAPI + "live", windowAPI + "clear", windowAPI + "run", windowAPI + "models"} {
		if res, text := l.fetch("GET", path); res.StatusCode != http.StatusForbidden || strings.Contains(text, "token") {
			t.Errorf("%s without the key: %d %s", path, res.StatusCode, text)
		}
	}
	token := windowOf(t, l)
	for _, c := range []struct {
		name, method, path string
		header             []string
		want               int
	}{
		{"the page", "GET", "/_framework", nil, 200},
		{"the page with a slash", "GET", "/_framework/", nil, 200},
		{"a person who follows a link", "GET", "/_framework", []string{"Sec-Fetch-Site", "cross-site", "Sec-Fetch-Mode", "navigate", "Sec-Fetch-Dest", "document"}, 200},
		{"a frame of another page", "GET", "/_framework", []string{"Sec-Fetch-Site", "same-origin", "Sec-Fetch-Mode", "navigate", "Sec-Fetch-Dest", "iframe"}, 403},
		{"a script that reads the page", "GET", "/_framework", []string{"Sec-Fetch-Site", "same-origin", "Sec-Fetch-Mode", "cors", "Sec-Fetch-Dest", "empty"}, 403},
		{"a file", "GET", "/_framework/window/main.js", nil, 200},
		{"no file", "GET", "/_framework/window/page.html", nil, 404},
		{"data", "GET", windowAPI + "routes", []string{"X-Framework-Window", token}, 200},
		{"data without the token", "GET", windowAPI + "routes", nil, 403},
		{"data with a wrong token", "GET", windowAPI + "routes", []string{"X-Framework-Window", "wrong"}, 403},
		{"data for a page of another port", "GET", windowAPI + "routes", []string{"X-Framework-Window", token, "Sec-Fetch-Site", "same-site"}, 403},
		{"a change", "POST", windowAPI + "clear", []string{"X-Framework-Window", token, "Origin", l.base}, 200},
		{"a change of another origin", "POST", windowAPI + "clear", []string{"X-Framework-Window", token, "Origin", "http://localhost:1"}, 403},
		{"a change of no origin", "POST", windowAPI + "clear", []string{"X-Framework-Window", token, "Origin", "null"}, 403},
		{"a change by a link", "GET", windowAPI + "clear", []string{"X-Framework-Window", token}, 405},
		{"a form that is sent to the page", "POST", "/_framework", nil, 405},
		{"nothing", "GET", windowAPI + "nothing", []string{"X-Framework-Window", token}, 404},
		{"a name of others", "GET", "/_framework", []string{"Host", "evil.example"}, 403},
		{"a name of others that looks local", "GET", "/_framework", []string{"Host", "localhost.evil.example"}, 403},
		{"an address of others", "GET", "/_framework", []string{"Host", "192.0.2.1"}, 403},
	} {
		req, err := http.NewRequestWithContext(t.Context(), c.method, l.base+c.path, http.NoBody)
		if err != nil {
			t.Fatal(err)
		}
		for i := 0; i+1 < len(c.header); i += 2 {
			if c.header[i] == "Host" {
				req.Host = c.header[i+1] + req.URL.Host[strings.LastIndexByte(req.URL.Host, ':'):]
			}
			req.Header.Set(c.header[i], c.header[i+1])
		}
		res, err := l.http.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		_ = res.Body.Close()
		if res.StatusCode != c.want {
			t.Errorf("%s: got %d, want %d", c.name, res.StatusCode, c.want)
		}
		policy := res.Header.Get("Content-Security-Policy")
		for _, want := range []string{"default-src 'none'", "script-src 'self';", "frame-ancestors 'none'", "require-trusted-types-for 'script'"} {
			if !strings.Contains(policy, want) {
				t.Errorf("%s: the policy of its content is %q, without %s", c.name, policy, want)
			}
		}
	}
}

// TestWindowIsOff: nothing of the page is there where it is switched off, and nothing in
// production, whatever key a client has.
func TestWindowIsOff(t *testing.T) {
	t.Parallel()
	off := memory()
	off.Set("window", false)
	production := memory()
	production.Set("environment", "production")
	for name, flags := range map[string]*value.Map{"off": off, "production": production} {
		l := liven(t, shopProject, flags)
		for _, path := range []string{
			"/_framework", "/_framework/", l.app.WindowLink(""), "/_framework/window/", "/_framework/window/main.js",
			windowAPI + "project", windowAPI + "routes", windowAPI + "walk", windowAPI + "requests", windowAPI + "live", windowAPI + "reloads",
			windowAPI + "models", windowAPI + "schema", windowAPI + "plan", windowAPI + "sockets", windowAPI + "audience", windowAPI + "loop",
		} {
			if res, text := l.fetch("GET", path); res.StatusCode != http.StatusNotFound || res.Header.Get("Set-Cookie") != "" && strings.Contains(res.Header.Get("Set-Cookie"), "framework") {
				t.Errorf("%s: %s answers %d %s", name, path, res.StatusCode, text)
			}
		}
		for _, path := range []string{windowAPI + "clear", windowAPI + "emit", windowAPI + "run", windowAPI + "complete", windowAPI + "rehearse", windowAPI + "profile"} {
			if res, _ := l.fetch("POST", path); res.StatusCode != http.StatusNotFound {
				t.Errorf("%s: %s answers %d", name, path, res.StatusCode)
			}
		}
		if _, on := l.app.Observers().Wanted(); on {
			t.Errorf("%s: requests are recorded", name)
		}
	}
}

// TestWindowInProduction: with the setting, the page is behind the policy that it names.
func TestWindowInProduction(t *testing.T) {
	t.Parallel()
	flags := memory()
	flags.Set("environment", "production")
	flags.Set("window", value.Of("policy", "isKeeper"))
	l := liven(t, shopProject, flags)
	for _, path := range []string{"/_framework", l.app.WindowLink(""), windowAPI + "routes", "/_framework/window/main.js"} {
		if res, text := l.fetch("GET", path); res.StatusCode != http.StatusForbidden || text != "" { // in production an answer says no more
			t.Errorf("%s for somebody: %d %s", path, res.StatusCode, text)
		}
	}
	res, page := l.fetch("GET", "/_framework", "X-Keeper", "yes")
	token := regexp.MustCompile(`name="token" content="([^"]+)"`).FindStringSubmatch(page)
	if res.StatusCode != http.StatusOK || token == nil {
		t.Fatalf("the page for the keeper: %d %s", res.StatusCode, page)
	}
	res, text := l.fetch("GET", windowAPI+"project", "X-Keeper", "yes", "X-Framework-Window", token[1])
	if res.StatusCode != http.StatusOK || !strings.Contains(text, `"playground":false`) {
		t.Errorf("its data: %d %s", res.StatusCode, text)
	}
	if res, _ := l.fetch("GET", windowAPI+"project", "X-Keeper", "yes"); res.StatusCode != http.StatusForbidden {
		t.Errorf("its data without the token: %d", res.StatusCode)
	}
	if res, _ := l.fetch("POST", windowAPI+"run", "X-Keeper", "yes", "X-Framework-Window", token[1]); res.StatusCode != http.StatusBadRequest {
		t.Errorf("code runs in production: %d", res.StatusCode)
	}
	if res, _ := l.fetch("POST", windowAPI+"clear", "X-Keeper", "yes", "X-Framework-Window", token[1], "Origin", "https://evil.example"); res.StatusCode != http.StatusForbidden {
		t.Errorf("a change by another page: %d", res.StatusCode)
	}
}

// TestWindowSettings: the page in production needs a policy that there is.
func TestWindowSettings(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		setting any
		hooks   *value.Map
		want    string
	}{
		"no policy":             {true, nil, "window.policy"},
		"an unknown policy":     {value.Of("policy", "isKeper"), nil, "the name of a policy of the project"},
		"policies that are off": {value.Of("policy", "isKeeper"), value.Of("policies", false), "the hook policies is switched off"},
		"an unknown setting":    {value.Of("polcy", "isKeeper"), nil, "window.polcy"},
	} {
		flags := memory()
		flags.Set("environment", "production")
		flags.Set("window", c.setting)
		if c.hooks != nil {
			flags.Set("hooks", c.hooks)
		}
		if err := loadError(t, shopProject, flags); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v, want %s", name, err, c.want)
		}
	}
}

// TestWindowCostsNothing: no request is recorded before the page is opened, and what the page
// gets is the same after a reload.
func TestWindowCostsNothing(t *testing.T) {
	t.Parallel()
	l := liven(t, shopProject, memory())
	l.get("/pet")
	if _, on := l.app.Observers().Wanted(); on {
		t.Error("requests are recorded although nobody has opened the page")
	}
	token := windowOf(t, l)
	if _, on := l.app.Observers().Wanted(); on {
		t.Error("requests are recorded before the page asks for them")
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, l.base+windowAPI+"live", http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("X-Framework-Window", token)
	res, err := l.http.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	first := make([]byte, len(`{"kind":"begin"}`))
	if _, err := io.ReadFull(res.Body, first); err != nil || string(first) != `{"kind":"begin"}` {
		t.Fatalf("it begins with %s (%v)", first, err)
	}
	if wants, on := l.app.Observers().Wanted(); !on || !wants.Content {
		t.Error("requests are not recorded while the page is open")
	}
	l.reload()
	l.get("/pet")
	cancel()
	if _, text := l.fetch("GET", windowAPI+"requests", "X-Framework-Window", token); !strings.Contains(text, `"url":"/pet"`) {
		t.Errorf("the requests are %s", text)
	}
}

// loadError is why a project cannot be loaded, nil if it can.
func loadError(t *testing.T, files string, flags *value.Map) error {
	t.Helper()
	dir := t.TempDir()
	for _, f := range txtar.Parse([]byte(files)).Files {
		path := filepath.Join(dir, filepath.FromSlash(f.Name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, f.Data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	app := engine.New(engine.Options{Dir: dir, Stdout: io.Discard, Stderr: io.Discard, Flags: flags, Log: slog.New(slog.DiscardHandler)})
	t.Cleanup(func() { _ = app.Close(context.Background()) })
	return app.Load(t.Context())
}
