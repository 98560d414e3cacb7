package snapshot

import (
	"context"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"time"

	"framework/engine/project"
	"framework/jsapi"
)

// awaitModules runs the files in folders of the project that await something at their top
// level, and waits for them: the stages require files, which cannot wait.
func awaitModules(ctx context.Context, rt realm, root string, limit time.Duration, folders ...string) error {
	var files []string
	for _, folder := range folders {
		files = append(files, scriptsIn(filepath.Join(root, folder))...)
	}
	if len(files) == 0 {
		return nil
	}
	// Most projects have no such file: one turn for all says so.
	err := rt.iso.Do(ctx, func(*jsapi.Realm) error {
		files = slices.DeleteFunc(files, func(file string) bool { return !rt.js.MayAwait(file) })
		return nil
	})
	if err != nil {
		return err
	}
	return awaitFiles(ctx, rt, root, limit, files)
}

func awaitFiles(ctx context.Context, rt realm, root string, limit time.Duration, files []string) error {
	for _, file := range files {
		op := rt.iso.Begin(ctx, func(_ *jsapi.Realm, op *jsapi.Op) {
			if !rt.js.AwaitModule(op, file) {
				op.Settle(nil, nil)
			}
		})
		timer := time.AfterFunc(limit, func() {
			op.Settle(nil, fmt.Errorf("%s: what it awaits at its top level did not end within %v", shownFile(root, file), limit))
		})
		_, err := op.Wait()
		timer.Stop()
		if err != nil {
			return err
		}
	}
	return nil
}

// scriptsIn lists the scripts in a folder and below it.
func scriptsIn(folder string) (out []string) {
	extensions := project.ScriptExtensions()
	// A folder that cannot be read is reported by the stage that reads it.
	_ = filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil || entry.Name() == "node_modules":
			return fs.SkipDir
		case !entry.IsDir() && slices.Contains(extensions, filepath.Ext(path)):
			out = append(out, path)
		}
		return nil
	})
	return out
}
