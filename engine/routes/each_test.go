package routes_test

import (
	"fmt"
	"slices"
	"testing"

	"framework/engine/routes"
	"framework/engine/value"
	"framework/router"
)

// TestBuildEach: routes that code binds keep their order, and may share an address.
func TestBuildEach(t *testing.T) {
	entries := []routes.Entry{
		{"GET /b", value.Of("response", "ok")},
		{"GET /a", value.Of("view", "home")},
		{"GET /b", value.Of("response", "notFound")},
		{"GET /c", int64(1)},
	}
	bindings, problems, err := routes.BuildEach(entries, router.After, names{}, routes.Options{Source: "a hook"})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, b := range bindings {
		got = append(got, fmt.Sprintf("%s %s, %s of %s", b.Address, b.Target, b.Family, b.Source))
	}
	want := []string{"GET /b response ok, after of a hook", "GET /a view home, after of a hook", "GET /b response notFound, after of a hook"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if len(problems) != 1 || problems[0].File != "a hook" || problems[0].Address != "GET /c" {
		t.Errorf("problems: %v", problems)
	}
	if _, _, err := routes.BuildEach([]routes.Entry{{"GET", 1}}, router.Before, names{}, routes.Options{Source: "a hook"}); err == nil {
		t.Error("an address without a path is bound")
	}
}
