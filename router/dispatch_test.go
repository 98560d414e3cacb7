package router_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"framework/engine/value"
	"framework/router"
)

// pass and answer note their letter in the trace.
func note(trace *strings.Builder, letter string, verdict router.Verdict, err error) router.Handler {
	return router.HandlerFunc(func(*router.Exchange) (router.Verdict, error) {
		trace.WriteString(letter)
		return verdict, err
	})
}

func TestDispatchWalksInOrder(t *testing.T) {
	broken := errors.New("broken")
	for _, c := range []struct {
		name  string
		serve func(trace *strings.Builder, bs []*router.Binding)
		trace string
		want  router.Verdict
		err   error
	}{
		{"all pass", func(*strings.Builder, []*router.Binding) {}, "abcd", router.Pass, nil},
		{"one answers", func(w *strings.Builder, bs []*router.Binding) { bs[2].Handler = note(w, "C", router.Answered, nil) }, "abC", router.Answered, nil},
		{"one fails", func(w *strings.Builder, bs []*router.Binding) { bs[1].Handler = note(w, "B", router.Pass, broken) }, "aB", router.Pass, broken},
	} {
		var trace strings.Builder
		bs := bind(t, "/*", "/a/:x", `r|^/a|`, "/A/B")
		for i, letter := range []string{"a", "b", "c", "d"} {
			bs[i].Handler = note(&trace, letter, router.Pass, nil)
		}
		c.serve(&trace, bs)
		x := router.NewExchange(context.Background(), &router.Request{Method: "GET", URL: "/a/b", Path: "/a/b"}, nil)
		verdict, err := router.Dispatch(table(t, bs), x, router.EarlierWins)
		if trace.String() != c.trace || verdict != c.want || !errors.Is(err, c.err) {
			t.Errorf("%s: asked %s, got %v, %v; want %s, %v, %v", c.name, trace.String(), verdict, err, c.trace, c.want, c.err)
		}
	}
}

func TestDispatchMergesOptions(t *testing.T) {
	for _, c := range []struct {
		merge router.OptionsMerge
		want  string
	}{{router.EarlierWins, `{"k":"1","a":true,"b":true,"one":true}`}, {router.LaterWins, `{"k":"2","a":true,"b":true,"one":true}`}} {
		var trace strings.Builder
		bs := bind(t, "/a/*", "/a/c", "/a/b", "/a/b", "/:x/b")
		bs[0].Options = value.Of("k", "1", "a", true)
		bs[2].Options = value.Of("k", "2", "b", true)
		bs[3].Options = value.Of("one", true)
		for _, b := range bs {
			b.Handler = note(&trace, ".", router.Pass, nil)
		}
		for range 2 {
			x := router.NewExchange(context.Background(), &router.Request{Method: "GET", Path: "/a/b"}, nil)
			if _, err := router.Dispatch(table(t, bs), x, c.merge); err != nil {
				t.Fatal(err)
			}
			if got := string(value.Append(nil, x.Options)); got != c.want {
				t.Errorf("got %s, want %s", got, c.want)
			}
			if x.Binding != bs[4] {
				t.Errorf("the binding is %s, want the last one asked", x.Binding.Target)
			}
			if got := string(value.Append(nil, bs[0].Options)); got != `{"k":"1","a":true}` {
				t.Errorf("a request changed the options of its binding to %s", got)
			}
		}
	}
}

func TestDispatchSkipsAssets(t *testing.T) {
	for _, c := range []struct {
		url         string
		name, anDot bool // skipped by the look of the name, by any dot
	}{
		{"/a", false, false},
		{"/a.b", true, true},
		{"/x/a.min.js?v=1", true, true},
		{"/x.y/a", false, true},
		{"/x.y/", false, true},
		{"/a?v=1.2", false, true},
		{"/a?to=/b.c", false, true},
		{"/ab.", false, true},
		{"/.ab", false, true},
		{"/..a", true, true},
		{"/...", true, true},
		{"/", false, false},
	} {
		for _, any := range []bool{false, true} {
			var trace strings.Builder
			bs := bind(t, "/*", "/*")
			bs[0].Handler = note(&trace, "s", router.Pass, nil)
			bs[0].SkipAssets = true
			bs[1].Handler = note(&trace, ".", router.Pass, nil)
			tab, err := router.NewTable(bs, router.TableOptions{AnyDotIsAsset: any})
			if err != nil {
				t.Fatal(err)
			}
			path, _, _ := strings.Cut(c.url, "?")
			x := router.NewExchange(context.Background(), &router.Request{Method: "GET", URL: c.url, Path: path}, nil)
			if _, err := router.Dispatch(tab, x, router.EarlierWins); err != nil {
				t.Fatal(err)
			}
			skipped := map[bool]bool{false: c.name, true: c.anDot}[any]
			if got := trace.String(); (got == ".") != skipped {
				t.Errorf("%s, any dot %v: asked %s, want skipped %v", c.url, any, got, skipped)
			}
		}
	}
}

// TestDispatchSkips: a binding ignores URLs that one of its expressions matches, with
// the query.
func TestDispatchSkips(t *testing.T) {
	for _, c := range []struct {
		url     string
		skip    []string
		skipped bool
	}{
		{"/a", nil, false},
		{"/a", []string{"^/b"}, false},
		{"/a", []string{"^/a"}, true},
		{"/a", []string{"^/b", "^/a$"}, true},
		{"/a?raw=1", []string{"raw=1$"}, true},
		{"/a", []string{"^/(?!b)"}, true},
		{"/b", []string{"^/(?!b)"}, false},
	} {
		var trace strings.Builder
		bs := bind(t, "/*", "/*")
		bs[0].Handler = note(&trace, "s", router.Pass, nil)
		bs[1].Handler = note(&trace, ".", router.Pass, nil)
		for _, source := range c.skip {
			e, err := router.CompileExpression(source, "")
			if err != nil {
				t.Fatal(err)
			}
			bs[0].Skip = append(bs[0].Skip, e)
		}
		path, _, _ := strings.Cut(c.url, "?")
		x := router.NewExchange(context.Background(), &router.Request{Method: "GET", URL: c.url, Path: path}, nil)
		if _, err := router.Dispatch(table(t, bs), x, router.EarlierWins); err != nil {
			t.Fatal(err)
		}
		if (trace.String() == ".") != c.skipped {
			t.Errorf("%s, skipped by %q: asked %s, want skipped %v", c.url, c.skip, trace.String(), c.skipped)
		}
	}
}

// TestDispatchRefusesLineEnds: no binding is asked about a path that a wildcard and a
// parameter read differently.
func TestDispatchRefusesLineEnds(t *testing.T) {
	for _, end := range []string{"\n", "\r", "\u2028", "\u2029"} {
		var trace strings.Builder
		bs := bind(t, "/a/:id")
		bs[0].Handler = note(&trace, ".", router.Answered, nil)
		x := router.NewExchange(context.Background(), &router.Request{Method: "GET", Path: "/a/b" + end}, nil)
		verdict, err := router.Dispatch(table(t, bs), x, router.EarlierWins)
		var e *router.Error
		if verdict != router.Pass || !errors.As(err, &e) || e.Status != 400 || trace.Len() > 0 {
			t.Errorf("%q: got %v, %v, asked %q", end, verdict, err, trace.String())
		}
	}
}

func TestDispatchPanic(t *testing.T) {
	bs := bind(t, "/p")
	bs[0].Handler = router.HandlerFunc(func(*router.Exchange) (router.Verdict, error) { panic("boom") })
	x := router.NewExchange(context.Background(), &router.Request{Method: "GET", Path: "/p"}, nil)
	if _, err := router.Dispatch(table(t, bs), x, 0); err == nil || !strings.Contains(err.Error(), "boom") || !strings.Contains(err.Error(), "/p") {
		t.Errorf("got %v, want the panic as an error that names the binding", err)
	}
}

func TestDispatchEndsWithItsContext(t *testing.T) {
	var trace strings.Builder
	bs := bind(t, "/*", "/*")
	ctx, cancel := context.WithCancel(context.Background())
	bs[0].Handler = router.HandlerFunc(func(x *router.Exchange) (router.Verdict, error) {
		x.SetContext(ctx)
		cancel()
		return router.Pass, nil
	})
	bs[1].Handler = note(&trace, ".", router.Answered, nil)
	x := router.NewExchange(context.Background(), &router.Request{Method: "GET", Path: "/p"}, nil)
	verdict, err := router.Dispatch(table(t, bs), x, 0)
	if verdict != router.Pass || !errors.Is(err, context.Canceled) || trace.Len() != 0 {
		t.Errorf("got %v, %v, asked %q", verdict, err, trace.String())
	}
}
