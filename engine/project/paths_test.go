package project_test

import (
	"errors"
	"path/filepath"
	"testing"

	"framework/engine/project"
)

func TestMovedPaths(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	moved := map[string]string{
		"models": "server/models/", "views": filepath.Join(root, "pages"), "config": "settings", "public": "../public",
	}
	paths, err := project.DefaultPaths().Moved(root, func(name string) (string, error) { return moved[name], nil })
	want := project.DefaultPaths()
	want.Models, want.Views, want.Public = "server/models", "pages", "../public"
	if err != nil || paths != want {
		t.Errorf("got %+v and %v, want %+v", paths, err, want)
	}
	absolute := paths.Absolute(root)
	for name, folder := range map[string]string{
		"models": "server/models", "config": "config", "controllers": "api/controllers", "views": "pages", "tmp": ".tmp",
	} {
		if got := absolute.Value(name); got != filepath.Join(root, folder) {
			t.Errorf("%s is %v", name, got)
		}
	}
	no := errors.New("no text")
	if _, err := project.DefaultPaths().Moved(root, func(string) (string, error) { return "", no }); !errors.Is(err, no) {
		t.Errorf("a path that cannot be read: %v", err)
	}
}
