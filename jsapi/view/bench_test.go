package view_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/dop251/goja"

	templates "framework/engine/view"
	"framework/jsapi"
	"framework/jsapi/view"
)

// BenchmarkPage renders the page of the server benchmarks: 30 rows, a layout.
func BenchmarkPage(b *testing.B) {
	dir := b.TempDir()
	for _, name := range []string{"page.ejs", "layout.ejs"} {
		text, err := os.ReadFile(filepath.Join("../../testdata/bench/web/views", name))
		if err != nil {
			b.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o644); err != nil {
			b.Fatal(err)
		}
	}
	iso, err := jsapi.New(jsapi.Options{Root: dir})
	if err != nil {
		b.Fatal(err)
	}
	defer func() { _ = iso.Close(context.Background()) }()
	err = iso.Do(b.Context(), func(r *jsapi.Realm) error {
		v, err := view.New(r, view.Options{Templates: templates.New(templates.Options{Dir: dir, Cache: true}), Layout: "layout"})
		if err != nil {
			return err
		}
		rows, err := r.Runtime().RunString(`({ title: 'Things', rows: Array.from({ length: 30 }, function (_, i) {
			return { id: i, name: 'thing <' + i + '> & more', price: i * 1.5, open: i % 3 === 0 };
		}) })`)
		if err != nil {
			return err
		}
		b.ReportAllocs()
		for b.Loop() {
			var failed error
			v.RenderJS(r, "page", rows.(*goja.Object), func(_ string, err error) { failed = err })
			if failed != nil {
				return failed
			}
		}
		return nil
	})
	if err != nil {
		b.Fatal(err)
	}
}
