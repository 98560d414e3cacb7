package blueprints_test

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"testing"

	"github.com/dop251/goja"

	"framework/engine/value"
	"framework/jsapi"
	"framework/jsapi/app"
	"framework/jsapi/blueprints"
	"framework/jsapi/jsapitest"
	"framework/router"
)

// requests is a Requests whose req is an object with the path of an exchange.
type requests struct{ x *router.Exchange }

func (q requests) CallWithRequest(iso *jsapi.Isolate, x *router.Exchange, fn jsapi.Function) (out any, err error) {
	err = iso.Do(x.Context(), func(r *jsapi.Realm) error {
		v, err := fn(goja.Undefined(), r.ToJS(value.Of("path", x.Request.Path)))
		if err != nil {
			return r.Wrap(err)
		}
		out, err = r.FromJS(v)
		return err
	})
	return out, err
}

func (q requests) SyncExchange(req jsapi.Value) (*router.Exchange, error) {
	if o, ok := req.(*goja.Object); ok && o.Get("path").String() == q.x.Request.Path {
		return q.x, nil
	}
	return nil, errors.New("expected a req")
}

// planner is a Planner for requests for pets.
type planner struct{}

func (planner) DefaultPlan(x *router.Exchange) (*value.Map, error) {
	if x.Request.Path != "/pet" {
		return nil, errors.New("no plan")
	}
	return value.Of("using", "pet"), nil
}

func open(t *testing.T, config string) (iso *jsapi.Isolate, js *app.App, parser any) {
	t.Helper()
	iso, err := jsapi.New(jsapi.Options{Root: t.TempDir(), Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = iso.Close(context.Background()) })
	err = iso.Do(t.Context(), func(r *jsapi.Realm) (err error) {
		if js, err = app.New(r, app.Options{Log: slog.New(slog.DiscardHandler)}); err != nil {
			return err
		}
		if err := js.Expose(map[string]jsapi.Value{"sails": js.Object()}); err != nil {
			return err
		}
		v, err := r.Runtime().RunString("sails.hooks.blueprints = sails.hooks.blueprints || {}; (" + config + ")")
		parser = app.Opaque{Value: v}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return iso, js, parser
}

// TestParse: what a project's function says is the plan.
func TestParse(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct{ parser, want, err string }{
		"a plan":                {"function (req) { return { using: req.path }; }", `{"using":"/pet"}`, ""},
		"the server's, changed": {"function (req) { var p = sails.hooks.blueprints.parseBlueprintOptions(req); p.criteria = { limit: 1 }; return p; }", `{"using":"pet","criteria":{"limit":1}}`, ""},
		"nothing":               {"function () {}", "", "parseBlueprintOptions is to return an object, not undefined"},
		"an error":              {"function () { throw new Error('no'); }", "", "no"},
		"no function":           {"1", "", "parseBlueprintOptions is to be a function"},
		"another argument":      {"function () { return sails.hooks.blueprints.parseBlueprintOptions(1); }", "", "expected a req"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			iso, js, parser := open(t, tc.parser)
			x := router.NewExchange(t.Context(), &router.Request{Path: "/pet"}, nil)
			if err := blueprints.Expose(t.Context(), iso, js, requests{x}, planner{}); err != nil {
				t.Fatal(err)
			}
			plan, err := blueprints.Parse(iso, requests{x}, x, parser)
			got := ""
			if plan != nil {
				got = string(value.Append(nil, plan))
			}
			if got != tc.want || (err == nil) != (tc.err == "") || err != nil && !strings.Contains(err.Error(), tc.err) {
				t.Errorf("got %s and %v, want %s and %q", got, err, tc.want, tc.err)
			}
		})
	}
}

// TestExposeWithoutHook: a project may switch the hook off.
func TestExposeWithoutHook(t *testing.T) {
	t.Parallel()
	iso, js, _ := open(t, "delete sails.hooks.blueprints")
	if err := blueprints.Expose(t.Context(), iso, js, requests{}, planner{}); err != nil {
		t.Fatal(err)
	}
	if got, err := jsapitest.Value(t.Context(), iso, "typeof sails.hooks.blueprints"); got != `"undefined"` {
		t.Errorf("got %s and %v", got, err)
	}
}
