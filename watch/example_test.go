package watch_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"framework/watch"
)

// A watcher reports which files below a folder have changed.
func Example() {
	dir, err := os.MkdirTemp("", "watch")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	w, err := watch.New(watch.Options{Root: dir})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer w.Close()

	if err := os.WriteFile(filepath.Join(dir, "Pet.js"), []byte("module.exports = {};"), 0o600); err != nil {
		fmt.Println(err)
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	changes, err := w.Next(ctx)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, c := range changes {
		fmt.Println(c.Op, c.Path)
	}
	// Output:
	// added Pet.js
}
