package engine_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"framework/engine"
	"framework/engine/testenv"
	"framework/engine/value"
)

// TestAsked: the projects of testdata/asked get the answers that ask.js has recorded of
// Sails. What is meant to differ is listed in otherwise.json: by release, project and
// question the reason, where a question is a request, and behind it the path of a member
// of its answer, if it differs in that only.
func TestAsked(t *testing.T) {
	testenv.Slow(t)
	var differs map[string]map[string]string
	readJSON(t, "testdata/asked/otherwise.json", &differs)
	files, err := filepath.Glob("testdata/asked/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("no projects: %v", err)
	}
	for _, version := range []string{"0.10.5", "0.11.5", "0.12.14", "1.5.18"} {
		var recorded map[string]map[string]any
		readJSON(t, "testdata/asked/recorded/"+version+".json", &recorded)
		for _, file := range files {
			name := strings.TrimSuffix(filepath.Base(file), ".txtar")
			want, ok := recorded[name]
			if !ok {
				continue // it is not asked of this release
			}
			t.Run(version+"/"+name, func(t *testing.T) {
				t.Parallel()
				archive, err := txtar.ParseFile(file)
				if err != nil {
					t.Fatal(err)
				}
				got := askProject(t, version, readAsked(t, archive))
				compareAsked(t, got, want, differs[name], version)
			})
		}
	}
}

// asked is a project of testdata/asked.
type asked struct {
	requests, headers []string
	sockets           []string // requests of sails.io.js
	talk              []string // requests of several sockets and of nobody
	environment       string
	settings          *value.Map
	files             []txtar.File
}

func readAsked(t *testing.T, archive *txtar.Archive) asked {
	t.Helper()
	out := asked{environment: "development", files: archive.Files}
	for line := range strings.Lines(string(archive.Comment)) {
		line = strings.TrimSpace(line)
		words := strings.Fields(line)
		switch {
		case len(words) == 0:
		case slices.Contains([]string{"A:", "B:", "C:", "HTTP:"}, words[0]):
			out.talk = append(out.talk, line)
		case len(words) > 1 && words[1][0] == '/' && words[0] == strings.ToUpper(words[0]):
			out.requests = append(out.requests, line)
		case words[0] == "SOCKET":
			out.sockets = append(out.sockets, strings.TrimPrefix(line, "SOCKET "))
		case words[0] == "headers":
			out.headers = words[1:]
		case words[0] == "environment":
			out.environment = words[1]
		case words[0] == "settings":
			parsed, err := value.Parse([]byte(strings.TrimPrefix(line, "settings")))
			if err != nil {
				t.Fatal(err)
			}
			out.settings, _ = parsed.(*value.Map)
		}
	}
	return out
}

// askProject lifts a project and plays its requests.
func askProject(t *testing.T, version string, p asked) map[string]any {
	t.Helper()
	dir := t.TempDir()
	migrate := map[bool]string{true: "safe", false: "drop"}[version[0] == '1' && p.environment == "production"]
	own, pkg := "{ models: { migrate: 'drop' }, session: { secret: 'x' } }", `{"name": "asked", "dependencies": {"sails": "`+version+`"}}`
	if version[0] == '1' {
		own = "{ models: { migrate: '" + migrate + "', attributes: { id: { type: 'number', autoIncrement: true } } }, sockets: { onlyAllowOrigins: ['http://x.example'] }, session: { secret: 'x' } }"
		pkg = `{"name": "asked", "dependencies": {"sails": "` + version + `", "sails-hook-orm": "*", "sails-hook-sockets": "*"}}`
	}
	testenv.WriteFiles(t, dir, append([]txtar.File{
		{Name: "package.json", Data: []byte(pkg)}, {Name: "config/own.js", Data: []byte("module.exports = " + own + ";")},
	}, p.files...))
	flags := value.Of("environment", p.environment, "hooks", value.Of("grunt", false))
	if p.settings != nil {
		for name, v := range p.settings.Value("hooks").(*value.Map).All() {
			flags.Value("hooks").(*value.Map).Set(name, v)
		}
	}
	app := engine.New(engine.Options{
		Dir: dir, Stdout: io.Discard, Stderr: io.Discard, Log: slog.New(slog.DiscardHandler), Environ: []string{"NODE_ENV=" + p.environment}, Flags: flags,
	})
	if err := app.Load(context.Background()); err != nil {
		return map[string]any{"lift": err.Error()}
	}
	defer func() {
		if err := app.Close(context.Background()); err != nil {
			t.Error(err)
		}
	}()
	server := httptest.NewServer(app.Handler())
	defer server.Close()
	out := map[string]any{"lift": true}
	for _, line := range p.requests {
		out[line] = askOne(t, server.URL, dir, line, p.headers)
	}
	sdk := map[string]string{"0.10": "0.10.0", "0.11": "0.13.8", "0.12": "0.13.8", "1.5.": "1.2.1"}[version[:4]]
	connect := func() *peer {
		return (&live{t: t, base: server.URL}).socket("__sails_io_sdk_version="+sdk, "Origin", "http://x.example")
	}
	if len(p.talk) > 0 {
		maps.Copy(out, askTalk(t, server.URL, dir, p.talk, map[string]*peer{"A": connect(), "B": connect(), "C": connect()}))
	}
	if len(p.sockets) > 0 {
		client := connect()
		for _, line := range p.sockets {
			out["SOCKET "+line] = askSocket(t, client, dir, line, p.headers)
		}
	}
	return out
}

// askSocket asks as sails.io.js does.
func askSocket(t *testing.T, client *peer, dir, line string, headers []string) any {
	t.Helper()
	a := client.ask(line)
	out := map[string]any{"status": float64(a.Status), "body": "none"}
	if a.Body != nil {
		var body any
		if err := json.Unmarshal([]byte(strings.ReplaceAll(string(a.Body), dir, "DIR")), &body); err != nil {
			t.Fatal(err)
		}
		if text, ok := body.(string); ok {
			body = stackLines.ReplaceAllString(text, "")
		}
		out["body"] = withoutStacks(body)
	}
	found := map[string]any{}
	for _, h := range headers {
		for name, v := range a.Headers {
			if strings.EqualFold(name, h) {
				found[h] = maskAnswer(fmt.Sprint(v))
			}
		}
	}
	if len(found) > 0 {
		out["headers"] = found
	}
	return out
}

func askOne(t *testing.T, url, dir, line string, headers []string) any {
	t.Helper()
	parts := strings.Split(line, " | ")
	words := strings.SplitN(parts[0], " ", 3)
	req, err := http.NewRequest(words[0], url, strings.NewReader(strings.Join(words[2:], " ")))
	if err != nil {
		t.Fatal(err)
	}
	path, query, _ := strings.Cut(words[1], "?")
	req.URL.Opaque, req.URL.RawQuery = path, query
	if strings.HasPrefix(path, "//") { // that would be a host
		req.URL.Opaque = url + path
	}
	for _, h := range parts[1:] {
		name, text, _ := strings.Cut(h, ":")
		req.Header.Set(name, strings.TrimSpace(text))
	}
	req.Header.Set("User-Agent", "")
	res, err := (&http.Transport{DisableCompression: true, DisableKeepAlives: true}).RoundTrip(req)
	if err != nil {
		return map[string]any{"status": 0.0, "body": err.Error()}
	}
	defer res.Body.Close()
	text, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]any{"status": float64(res.StatusCode)}
	found := map[string]any{}
	for _, h := range headers {
		if list := res.Header.Values(h); len(list) > 0 {
			found[h] = maskAnswer(strings.ReplaceAll(testenv.FromLatin1(strings.Join(list, ", ")), strings.TrimPrefix(url, "http://"), "HOST"))
		}
	}
	if len(found) > 0 {
		out["headers"] = found
	}
	body := strings.ReplaceAll(string(text), dir, "DIR")
	var parsed any
	if json.Unmarshal([]byte(body), &parsed) == nil {
		out["body"] = withoutStacks(parsed)
	} else {
		out["body"] = stackLines.ReplaceAllString(body, "")
	}
	return out
}

// withoutStacks replaces the members that are stacks, as ask.js does.
func withoutStacks(v any) any {
	return eachMember("", v, func(key string, v any) any {
		if key == "stack" {
			return "stack"
		}
		return v
	})
}

// eachMember replaces the members of objects and lists, the innermost first, and then v itself, by what fn makes of
// them; the key of an element is empty.
func eachMember(key string, v any, fn func(key string, v any) any) any {
	switch v := v.(type) {
	case map[string]any:
		for k := range v {
			v[k] = eachMember(k, v[k], fn)
		}
	case []any:
		for i := range v {
			v[i] = eachMember("", v[i], fn)
		}
	}
	return fn(key, v)
}

var (
	stackLines = regexp.MustCompile(`(?s)\n\s+at .*`)
	quotedTag  = regexp.MustCompile(`^(W/)?".*"$`)
	boundary   = regexp.MustCompile(`boundary=.*`)
	httpDate   = regexp.MustCompile(`^\w{3}, \d.* GMT$`)
)

// maskAnswer replaces what differs from one run to the next, as ask.js does.
func maskAnswer(text string) string {
	text = quotedTag.ReplaceAllString(text, `$1"tag"`)
	return httpDate.ReplaceAllString(boundary.ReplaceAllString(text, "boundary="), "date")
}

// compareAsked reports what differs and is not listed, and what is listed and does not
// differ.
func compareAsked(t *testing.T, got, want map[string]any, listed map[string]string, version string) {
	t.Helper()
	differing := map[string]bool{}
	if fmt.Sprint(want["lift"] == true) != fmt.Sprint(got["lift"] == true) {
		differing["lift"] = true
		if !expectedOtherwise(listed, version, "lift") {
			t.Errorf("lift: got %v, want %v", got["lift"], want["lift"])
		}
	}
	if want["lift"] == true && got["lift"] == true {
		for _, question := range slices.Sorted(maps.Keys(want)) {
			for _, d := range differences("", got[question], want[question]) {
				name := question + d.path
				differing[name] = true
				if !expectedOtherwise(listed, version, name) {
					t.Errorf("%s: got %s, want %s", name, shown(d.got), shown(d.want))
				}
			}
		}
	}
	for key := range listed {
		releases, name, _ := strings.Cut(key, ": ")
		if releases != "*" && !slices.ContainsFunc(strings.Split(releases, " "), func(r string) bool { return strings.HasPrefix(version, r) }) {
			continue
		}
		if !slices.ContainsFunc(slices.Sorted(maps.Keys(differing)), func(d string) bool { return coversQuestion(name, d) }) {
			t.Errorf("otherwise.json lists %q, which is answered as in Sails %s", key, version)
		}
	}
}

// expectedOtherwise reports whether a difference is listed: the key has the releases, and
// the question.
func expectedOtherwise(listed map[string]string, version, name string) bool {
	for key := range listed {
		releases, prefix, _ := strings.Cut(key, ": ")
		if coversQuestion(prefix, name) && (releases == "*" || slices.ContainsFunc(strings.Split(releases, " "), func(r string) bool { return strings.HasPrefix(version, r) })) {
			return true
		}
	}
	return false
}

// coversQuestion reports whether a listed question is that of name, or one that it is a part of.
func coversQuestion(listed, name string) bool {
	return name == listed || strings.HasPrefix(name, listed+".")
}

type difference struct {
	path      string
	got, want any
}

// differences compares objects member by member, at every depth.
func differences(path string, got, want any) []difference {
	w, wok := want.(map[string]any)
	g, gok := got.(map[string]any)
	if wok && gok {
		all := map[string]bool{}
		for k := range w {
			all[k] = true
		}
		for k := range g {
			all[k] = true
		}
		var out []difference
		for _, k := range slices.Sorted(maps.Keys(all)) {
			gv, gin := g[k]
			wv, win := w[k]
			if !gin {
				gv = absent{}
			}
			if !win {
				wv = absent{}
			}
			out = append(out, differences(path+"."+k, gv, wv)...)
		}
		return out
	}
	if reflect.DeepEqual(got, want) {
		return nil
	}
	return []difference{{path, got, want}}
}

// absent stands for a member that there is not.
type absent struct{}

func shown(v any) string {
	if v == any(absent{}) {
		return "nothing"
	}
	text, _ := json.Marshal(v)
	return string(text)
}
