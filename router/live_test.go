package router_test

import (
	"fmt"
	"slices"
	"sync"
	"testing"

	"framework/router"
)

func binding(t *testing.T, address string) *router.Binding {
	t.Helper()
	a, err := router.ParseAddress(address)
	if err != nil {
		t.Fatal(err)
	}
	return &router.Binding{Address: a, Target: address}
}

// matching are the targets that match, in order.
func matching(table router.Table, method, path string) []string {
	var out []string
	for b := range table.Lookup(method, path) {
		out = append(out, b.Address.String())
	}
	return out
}

// TestLive: a walk that has begun sees the table with which it began.
func TestLive(t *testing.T) {
	live, err := router.NewLive([]*router.Binding{binding(t, "/a"), binding(t, "/:x")}, router.TableOptions{})
	if err != nil {
		t.Fatal(err)
	}
	var seen []string
	for b := range live.Lookup("GET", "/a") {
		seen = append(seen, b.Target)
		more := binding(t, "GET /a")
		ends(t, "an update", func() {
			err = live.Update(func(list []*router.Binding) []*router.Binding { return append(list, more) })
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if want := []string{"/a", "/:x"}; !slices.Equal(seen, want) {
		t.Errorf("the walk saw %v, want %v", seen, want)
	}
	if got, want := matching(live, "GET", "/a"), []string{"/a", "/:x", "GET /a", "GET /a"}; !slices.Equal(got, want) {
		t.Errorf("afterwards there are %v, want %v", got, want)
	}
	bad := binding(t, "/fine")
	bad.Address = router.Address{Regexp: "("}
	err = live.Update(func(list []*router.Binding) []*router.Binding { return append(list, bad) })
	if err == nil || len(live.Bindings()) != 4 {
		t.Errorf("an invalid binding: %v, %d bindings", err, len(live.Bindings()))
	}
}

// TestLiveConcurrently reads while routes are bound.
func TestLiveConcurrently(t *testing.T) {
	live, err := router.NewLive(nil, router.TableOptions{})
	if err != nil {
		t.Fatal(err)
	}
	var readers sync.WaitGroup
	for range 4 {
		readers.Go(func() {
			last := 0
			for last < 200 {
				n := len(matching(live, "GET", "/same"))
				if n < last {
					t.Errorf("%d routes after %d", n, last)
					return
				}
				last = n
			}
		})
	}
	for i := range 200 {
		b := binding(t, "/same")
		b.Target = fmt.Sprint(i)
		if err := live.Update(func(list []*router.Binding) []*router.Binding { return append(list, b) }); err != nil {
			t.Fatal(err)
		}
	}
	readers.Wait()
}

func TestWithout(t *testing.T) {
	all := []*router.Binding{binding(t, "/a"), binding(t, "POST /a"), binding(t, "ALL /a"), binding(t, "/b")}
	for _, c := range []struct {
		path, verb string
		want       []string
	}{
		{"/a", "GET", []string{"PUT /a", "POST /a", "DELETE /a", "PATCH /a", "POST /a", "ALL /a", "/b"}},
		{"/a", "POST", []string{"GET /a", "PUT /a", "DELETE /a", "PATCH /a", "ALL /a", "/b"}},
		{"/a", "ALL", []string{"/a", "POST /a", "/b"}},
		{"/c", "GET", []string{"/a", "POST /a", "ALL /a", "/b"}},
		{"", "GET", []string{"/a", "POST /a", "ALL /a", "/b"}},
	} {
		var got []string
		for _, b := range router.Without(all, c.path, c.verb) {
			got = append(got, b.Address.String())
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("without %s %s: %v, want %v", c.verb, c.path, got, c.want)
		}
	}
}
