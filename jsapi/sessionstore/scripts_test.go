package sessionstore_test

import (
	"context"
	"errors"
	"log/slog"
	"testing"

	"github.com/dop251/goja"

	"framework/jsapi"
	"framework/jsapi/app"
	"framework/jsapi/sessionstore"
	"framework/router"
)

// caller calls a function without a req.
type caller struct{}

func (caller) CallWithRequest(iso *jsapi.Isolate, x *router.Exchange, fn jsapi.Function) (out any, err error) {
	err = iso.Do(x.Context(), func(r *jsapi.Realm) error {
		v, err := fn(goja.Undefined())
		if err != nil {
			return r.Wrap(err)
		}
		out, err = r.FromJS(v)
		return err
	})
	return out, err
}

// TestPredicate: a function of the project says yes or no to requests.
func TestPredicate(t *testing.T) {
	iso, err := jsapi.New(jsapi.Options{Root: t.TempDir(), Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = iso.Close(context.Background()) })
	scripts := sessionstore.Scripts{Isolate: iso, Caller: caller{}}
	for script, want := range map[string]struct {
		function, defined, yes bool
		fails                  bool
	}{
		"(function () { return 'yes'; })":                 {true, true, true, false},
		"(function () { return ''; })":                    {true, true, false, false},
		"(function () { throw new Error('no answer'); })": {true, true, false, true},
		"(new Date(0))":                                   {false, true, false, false},
	} {
		var setting any
		err := iso.Do(t.Context(), func(r *jsapi.Realm) error {
			v, err := r.Runtime().RunString(script)
			setting = app.Opaque{Value: v}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		ask, ok := scripts.Predicate(setting)
		if ok != want.function || scripts.Defined(setting) != want.defined {
			t.Errorf("%s: a function %v, defined %v", script, ok, scripts.Defined(setting))
		}
		if !ok {
			continue
		}
		yes, err := ask(router.NewExchange(t.Context(), &router.Request{}, nil))
		var thrown *jsapi.ScriptError
		if yes != want.yes || errors.As(err, &thrown) != want.fails {
			t.Errorf("%s: %v and %v", script, yes, err)
		}
	}
	if scripts.Defined("redis") {
		t.Error("a text is no object")
	}
}
