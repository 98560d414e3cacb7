package shim_test

import (
	"context"
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/dop251/goja"
	"github.com/google/go-cmp/cmp"

	"framework/engine/profile"
	"framework/engine/response"
	"framework/engine/value"
	templates "framework/engine/view"
	"framework/jsapi"
	"framework/jsapi/shim"
	"framework/jsapi/view"
	"framework/router"
)

const corpus = "../../testdata/conformance"

type transcript struct {
	App   string
	Env   string
	Steps []struct {
		N    int
		Step struct {
			Method, Path string
			Headers      map[string]string
			MaskBody     bool
		}
		Result struct {
			Status  int
			Headers map[string]json.RawMessage
			JSON    json.RawMessage
			Text    *string
			Indent  int
		}
	}
}

// compared are the headers that the shim sets.
var compared = []string{"content-type", "location", "link", "content-disposition", "x-content-type-options", "x-one", "x-two", "x-three", "x-four"}

// TestRecordedActions runs the actions of recorded projects and compares the
// responses with those of the real server.
func TestRecordedActions(t *testing.T) {
	for _, tt := range []struct {
		release, scenario, controller, prefix string
	}{
		{"0.12.14", "d-clubhouse-reqres", "ResController.js", "/res/"},
		{"0.10.5", "d-clubhouse-reqres", "ResController.js", "/res/"},
		{"0.12.14", "h-frontdesk-http", "PageController.js", "/page/"},
		{"0.10.5", "h-frontdesk-http", "PageController.js", "/page/"},
		{"0.12.14", "h-frontdesk-production", "PageController.js", "/page/"},
		{"0.10.5", "h-frontdesk-production", "PageController.js", "/page/"},
	} {
		t.Run(tt.release+"/"+tt.scenario, func(t *testing.T) {
			played := 0
			text, err := os.ReadFile(filepath.Join(corpus, "recorded", tt.release, tt.scenario+".json"))
			if err != nil {
				t.Fatal(err)
			}
			var tr transcript
			if err := json.Unmarshal(text, &tr); err != nil {
				t.Fatal(err)
			}
			release := profile.Classic(tt.release[:len("0.12")])
			w := loadProject(t, filepath.Join(corpus, "apps", tr.App), tt.controller, release.Response, release.Shim, tr.Env == "production")
			for _, s := range tr.Steps {
				action, ok := strings.CutPrefix(s.Step.Path, tt.prefix)
				if !ok || s.Step.Method != http.MethodGet || s.Step.MaskBody {
					continue
				}
				action, _, _ = strings.Cut(action, "?")
				handler, ok := w.actions[action]
				if !ok {
					continue
				}
				played++
				var header []string
				for k, v := range s.Step.Headers {
					header = append(header, http.CanonicalHeaderKey(k)+": "+v)
				}
				x, rec := get(s.Step.Path, header...)
				x.Options = value.Of("controller", strings.ToLower(strings.TrimSuffix(tt.controller, "Controller.js")), "action", action)
				if _, err := handler.Serve(x); err != nil {
					if _, err := w.set.Respond(x, "negotiate", err); err != nil {
						t.Errorf("%d %s: %v", s.N, s.Step.Path, err)
					}
				}
				if rec.status != s.Result.Status {
					t.Errorf("%d %s: status %d, want %d (%s)", s.N, s.Step.Path, rec.status, s.Result.Status, rec.body.String())
				}
				for _, name := range compared {
					var want string
					_ = json.Unmarshal(s.Result.Headers[name], &want)
					if got := rec.header.Get(name); got != want {
						t.Errorf("%d %s: %s is %q, want %q", s.N, s.Step.Path, name, got, want)
					}
				}
				got := rec.body.String()
				switch {
				case s.Result.Text != nil:
					if got != *s.Result.Text {
						t.Errorf("%d %s: body %q, want %q", s.N, s.Step.Path, got, *s.Result.Text)
					}
				case s.Result.JSON != nil:
					app, _ := filepath.Abs(filepath.Join(corpus, "apps", tr.App))
					got = strings.ReplaceAll(got, app, "<app>")
					if diff := cmp.Diff(plainJSON(t, string(s.Result.JSON)), plainJSON(t, got)); diff != "" {
						t.Errorf("%d %s: body (-want +got)\n%s", s.N, s.Step.Path, diff)
					}
					if s.Result.Indent > 0 && !strings.Contains(got, "\n  ") {
						t.Errorf("%d %s: body is not indented: %s", s.N, s.Step.Path, got)
					}
				case got != "":
					t.Errorf("%d %s: body %q, want none", s.N, s.Step.Path, got)
				}
			}
			if played < 10 {
				t.Errorf("only %d steps were played", played)
			}
			t.Logf("%d steps played", played)
		})
	}
}

// plainJSON is a JSON value with call stacks masked.
func plainJSON(t *testing.T, text string) any {
	var v any
	if err := json.Unmarshal([]byte(text), &v); err != nil {
		t.Errorf("%q is no JSON: %v", text, err)
	}
	if m, ok := v.(map[string]any); ok {
		if _, ok := m["stack"]; ok {
			m["stack"] = "<stack>"
		}
	}
	return v
}

type project struct {
	*world
	actions map[string]router.Handler
}

// loadProject runs one controller and the responses of a project folder.
func loadProject(t *testing.T, dir, controller string, switches response.Switches, own shim.Switches, production bool) *project {
	t.Helper()
	dir, _ = filepath.Abs(dir)
	iso, err := jsapi.New(jsapi.Options{Root: dir})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = iso.Close(context.Background()) })
	p := &project{world: &world{iso: iso}, actions: map[string]router.Handler{}}
	custom := map[string]func(x *router.Exchange, data any) (router.Verdict, error){}
	err = iso.Do(context.Background(), func(r *jsapi.Realm) error {
		renderer, err := view.New(r, view.Options{Layout: "layout", Templates: templates.New(templates.Options{Dir: filepath.Join(dir, "views")})})
		if err != nil {
			return err
		}
		p.shim, err = shim.New(r, shim.Options{Switches: own, Views: renderer, Root: dir})
		if err != nil {
			return err
		}
		p.set = response.New(response.Options{
			Switches: switches, Production: production, Views: p.shim.Pages(iso),
			Custom: func(x *router.Exchange, name string, data any) (router.Verdict, error, bool) {
				if fn, ok := custom[name]; ok {
					v, err := fn(x, data)
					return v, err, true
				}
				return 0, nil, false
			},
		})
		if err := p.shim.SetResponses(p.set); err != nil {
			return err
		}
		files, _ := filepath.Glob(filepath.Join(dir, "api/responses/*.js"))
		for _, file := range files {
			v, err := export(r, file)
			if err != nil {
				return err
			}
			name := strings.TrimSuffix(filepath.Base(file), ".js")
			fn, _ := goja.AssertFunction(v)
			custom[name] = p.shim.Response(iso, name, fn)
			if err := p.shim.AddResponse(name, fn); err != nil {
				return err
			}
		}
		v, err := export(r, filepath.Join(dir, "api/controllers", controller))
		if err != nil {
			return err
		}
		o := v.ToObject(r.Runtime())
		for _, k := range o.Keys() {
			if k == "sendBuf" {
				continue // needs the global Buffer
			}
			if fn, ok := goja.AssertFunction(o.Get(k)); ok {
				p.actions[k] = p.shim.Handler(iso, fn, shim.Info{Action: k, Source: "api/controllers/" + controller, Kind: "action"})
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// export runs a file and returns its module.exports.
func export(r *jsapi.Realm, file string) (goja.Value, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	return r.Runtime().RunScript(file, "(function () { var module = {exports: {}};"+string(text)+"\nreturn module.exports; })()")
}
