package install

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"framework/cmd/framework/install/lockfile"
	"framework/cmd/framework/install/manifest"
)

// parallel is how many packages are brought and unpacked at once.
const parallel = 12

// fill makes a new node_modules and puts it in the place of the old one.
func (j *job) fill(ctx context.Context, wanted []*lockfile.Package, hidden []byte) (err error) {
	fresh, err := os.MkdirTemp(j.opts.Dir, ".node_modules-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(fresh) }()
	modules := filepath.Join(fresh, "node_modules")
	if err := os.MkdirAll(modules, 0o755); err != nil {
		return err
	}
	if err := os.Chmod(fresh, 0o755); err != nil {
		return err
	}
	var done atomic.Int64
	g, gctx := errgroup.WithContext(ctx)
	g.SetLimit(parallel)
	for _, p := range wanted {
		g.Go(func() error {
			if err := j.one(gctx, p, fresh); err != nil {
				return fmt.Errorf("%s@%s: %w", p.Manifest.Name, p.Manifest.Version, err)
			}
			if n := int(done.Add(1)); j.opts.Progress != nil {
				j.opts.Progress(n, len(wanted))
			}
			return nil
		})
	}
	if err := g.Wait(); err != nil {
		return err
	}
	for _, p := range wanted {
		if err := programs(p, fresh); err != nil {
			return err
		}
	}
	if err := os.WriteFile(filepath.Join(modules, ".package-lock.json"), hidden, 0o644); err != nil { //nolint:gosec // npm reads it.
		return err
	}
	if err := ctx.Err(); err != nil { // interrupted after everything had come
		return err
	}
	return j.swap(fresh, modules)
}

// one brings and unpacks one package.
func (j *job) one(ctx context.Context, p *lockfile.Package, fresh string) error {
	dir := filepath.Join(fresh, filepath.FromSlash(p.Path))
	if p.Link {
		if err := os.MkdirAll(filepath.Dir(dir), 0o755); err != nil {
			return err
		}
		up := strings.Repeat("../", strings.Count(p.Path, "/"))
		return os.Symlink(filepath.FromSlash(up+path.Clean(p.Resolved)), dir)
	}
	data, err := j.bring(ctx, p.Manifest.Name, p.Manifest.Version, p.Resolved, p.Integrity)
	if err != nil {
		return err
	}
	if err := unpack(data, dir); err != nil {
		return err
	}
	// A lock file of version 1 does not know what else is in package.json.
	own, err := manifest.File(filepath.Join(dir, "package.json"))
	if err != nil {
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		return err
	}
	if len(p.Manifest.Bin) == 0 {
		p.Manifest.Bin = own.Bin
	}
	p.Manifest.InstallScript = p.Manifest.InstallScript || own.InstallScript
	if !own.Fits() && p.Optional {
		return os.RemoveAll(dir)
	}
	return nil
}

// programs makes the links of a package's programs in the .bin folder beside it.
func programs(p *lockfile.Package, fresh string) error {
	if p.Link || len(p.Manifest.Bin) == 0 {
		return nil
	}
	folder := p.Folder()
	above := filepath.Join(fresh, filepath.FromSlash(strings.TrimSuffix(p.Path, folder)))
	for _, name := range slices.Sorted(maps.Keys(p.Manifest.Bin)) {
		target := path.Join(folder, p.Manifest.Bin[name])
		file := filepath.Join(above, filepath.FromSlash(target))
		info, err := os.Stat(file)
		if err != nil || info.IsDir() {
			continue // what package.json names is not there, or was left out
		}
		if err := os.MkdirAll(filepath.Join(above, ".bin"), 0o755); err != nil {
			return err
		}
		link := filepath.Join(above, ".bin", name)
		if _, err := os.Lstat(link); err == nil && p.Manifest.Name != name {
			continue // a package of that very name comes first
		}
		if runtime.GOOS == "windows" {
			err = os.WriteFile(link+".cmd", []byte("@node \"%~dp0\\..\\"+strings.ReplaceAll(target, "/", "\\")+"\" %*\r\n"), 0o755) //nolint:gosec // It is a program.
		} else {
			_ = os.Remove(link)
			err = errors.Join(os.Chmod(file, info.Mode().Perm()|0o111), os.Symlink("../"+target, link))
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// swap puts the new folder in the place of the old one. If the program ends in
// between, the old one is there under a name that begins with .node_modules-.
func (j *job) swap(fresh, modules string) error {
	place := filepath.Join(j.opts.Dir, "node_modules")
	old := filepath.Join(fresh, "old")
	if info, err := os.Lstat(place); err == nil && info.Mode()&os.ModeSymlink != 0 {
		return fmt.Errorf("%s is a link: remove it, or install in the folder that it leads to", place)
	}
	err := os.Rename(place, old)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err := os.Rename(modules, place); err != nil {
		return errors.Join(err, os.Rename(old, place))
	}
	return nil
}
