package app_test

import (
	"bytes"
	"context"
	"log/slog"
	"testing"
	"time"

	"github.com/dop251/goja"
	"github.com/rogpeppe/go-internal/txtar"

	"framework/engine/project"
	"framework/engine/value"
	"framework/jsapi"
	"framework/jsapi/app"
)

// inside is a project's folder and the app object of its realm; fn runs on the
// loop.
type inside struct {
	app  *app.App
	tree *project.Tree
	log  *bytes.Buffer
}

// open writes a project, which is a txtar archive, and makes its app object,
// with a configuration that is empty. fn runs on the loop, which t.Fatal would
// end: it returns an error instead.
func open(t *testing.T, archive string, opts app.Options, fn func(r *jsapi.Realm, in *inside) error) {
	t.Helper()
	dir := t.TempDir()
	if err := txtar.Write(txtar.Parse([]byte(archive)), dir); err != nil {
		t.Fatal(err)
	}
	iso, err := jsapi.New(jsapi.Options{Root: dir, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	defer iso.Close(context.Background())
	err = iso.Do(t.Context(), func(r *jsapi.Realm) error {
		in, err := enter(r, dir, opts)
		if err != nil {
			return err
		}
		return fn(r, in)
	})
	if err != nil {
		t.Fatal(err)
	}
}

func enter(r *jsapi.Realm, dir string, opts app.Options) (*inside, error) {
	in := &inside{log: new(bytes.Buffer)}
	opts.Root, opts.Version, opts.HookTimeout = dir, "0.12.14", time.Minute
	opts.Log = slog.New(slog.NewTextHandler(in.log, nil))
	var err error
	if in.app, err = app.New(r, opts); err != nil {
		return nil, err
	}
	if in.tree, err = project.Scan(dir, project.DefaultPaths()); err != nil {
		return nil, err
	}
	if err := in.app.SetConfig(value.New(0)); err != nil {
		return nil, err
	}
	return in, in.app.Expose(map[string]goja.Value{"sails": in.app.Object()})
}

// resultOf runs a script and gives its value as JSON, or the text of its error.
func resultOf(r *jsapi.Realm, script string) string {
	v, err := r.Runtime().RunString(script)
	if err != nil {
		return r.Wrap(err).Error()
	}
	out, err := r.FromJS(v)
	if err != nil {
		return err.Error()
	}
	return string(value.Append(nil, out))
}
