package library_test

import (
	"context"
	"log/slog"
	"maps"
	"os"
	"strings"
	"testing"

	"framework/jsapi"
	"framework/jsapi/jsapitest"
	"framework/jsapi/library"
	"framework/jsapi/modules"
	"framework/jsapi/node"
)

// TestContinuationStorage asks both packages what testdata/cls.js asks; the answers are
// those of cls-hooked 4.2.2 and continuation-local-storage 3.2.1 in Node 20.
func TestContinuationStorage(t *testing.T) {
	script, err := os.ReadFile("testdata/cls.js")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"cls-hooked", "continuation-local-storage"} {
		t.Run(name, func(t *testing.T) {
			recorded, err := os.ReadFile("testdata/" + name + ".txt")
			if err != nil {
				t.Fatal(err)
			}
			iso := withModules(t)
			got, err := jsapitest.Value(t.Context(), iso, string(script)+"(require('"+name+"'))")
			if err != nil {
				t.Fatal(err)
			}
			if want := "[" + strings.ReplaceAll(strings.TrimSpace(string(recorded)), "\n", ",") + "]"; got != want {
				t.Errorf("got  %s\nwant %s", got, want)
			}
		})
	}
}

// withModules is a realm with the modules of Node and the replacements of packages.
func withModules(t *testing.T) *jsapi.Isolate {
	t.Helper()
	return withLimits(t, jsapi.Options{})
}

func withLimits(t *testing.T, limits jsapi.Options) *jsapi.Isolate {
	t.Helper()
	dir := t.TempDir()
	limits.Root = dir
	iso, err := jsapi.New(limits)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = iso.Close(context.Background()) })
	opts := node.Options{Root: dir, Log: slog.New(slog.DiscardHandler)}
	core := node.Core(opts)
	maps.Copy(core, library.Natives(library.NewLimits()))
	err = iso.Do(t.Context(), func(r *jsapi.Realm) error {
		if err := node.Globals(r, opts); err != nil {
			return err
		}
		loader, err := modules.Install(r, modules.Options{Root: dir, Core: core, Fallback: library.Modules()})
		if err != nil {
			return err
		}
		return r.Runtime().Set("require", func(name string) (any, error) { return loader.Require(name) })
	})
	if err != nil {
		t.Fatal(err)
	}
	return iso
}
