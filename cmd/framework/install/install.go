package install

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"framework/cmd/framework/install/lockfile"
	"framework/cmd/framework/install/manifest"
	"framework/cmd/framework/install/registry"
	"framework/cmd/framework/install/resolve"
)

// Options say what is installed, and how.
type Options struct {
	// Dir is the project's folder.
	Dir string
	// Cache is the folder of the files that were brought before.
	Cache string
	// Environ is the environment, as of os.Environ.
	Environ []string
	// Node is the release of Node that packages are chosen for.
	Node string
	// OmitDev and OmitOptional leave out what is there for such dependencies alone.
	OmitDev, OmitOptional bool
	// Frozen refuses to choose versions: the lock file has to be there and to fit.
	Frozen bool
	// Add are packages to add to package.json, as name or name@range. Dev adds them
	// to devDependencies, Exact without a range.
	Add        []string
	Dev, Exact bool
	// Progress is called as packages arrive, from several goroutines.
	Progress func(done, total int)
}

// Report says what was done.
type Report struct {
	// Packages is how many packages are in node_modules now.
	Packages int
	// Current is set if everything was there already, and nothing was done.
	Current bool
	// Wrote are the files beside node_modules that were written.
	Wrote []string
	// Scripts are the packages that have install scripts, which were not run.
	Scripts []string
	// Warnings are what a user has to know.
	Warnings []string
}

// job is one installation.
type job struct {
	opts   Options
	conf   *registry.Config
	client *registry.Client
	report *Report
}

// Install makes node_modules what package.json and the lock file ask for. The
// folder is made beside the old one and takes its place at the end, so that a
// failure leaves everything as it was.
func Install(ctx context.Context, opts Options) (*Report, error) {
	file := filepath.Join(opts.Dir, "package.json")
	root, err := manifest.File(file)
	if errors.Is(err, os.ErrNotExist) {
		return nil, fmt.Errorf("%s is not there: it says which packages a project needs", file)
	}
	if err != nil {
		return nil, err
	}
	if root.Workspaces != nil {
		return nil, fmt.Errorf("%s has workspaces, which are not installed here: use npm", file)
	}
	j := &job{opts: opts, report: &Report{}}
	if j.conf, err = registry.ReadConfig(opts.Dir, opts.Environ); err != nil {
		return nil, err
	}
	j.conf.AskNPM(ctx, opts.Dir)
	if j.client, err = registry.New(j.conf, filepath.Join(opts.Cache, "packages")); err != nil {
		return nil, err
	}
	lock, err := lockfile.Find(opts.Dir)
	if err != nil {
		return nil, err
	}
	var edited []byte
	if len(opts.Add) > 0 {
		if edited, root, err = j.add(ctx, file); err != nil {
			return nil, err
		}
	}
	tree, chosen, err := j.choose(ctx, root, lock)
	if err != nil {
		return nil, err
	}
	j.report.Warnings = append(j.report.Warnings, tree.Warnings...)
	wanted, err := j.wanted(root, tree.Packages)
	if err != nil {
		return nil, err
	}
	hidden := lockfile.Hidden(root, wanted)
	if j.current(hidden, wanted) {
		j.report.Current = true
	} else if err := j.fill(ctx, wanted, hidden); err != nil {
		return nil, err
	}
	j.report.Packages = len(wanted)
	for _, p := range wanted {
		if p.Manifest.InstallScript {
			j.report.Scripts = append(j.report.Scripts, p.Manifest.Name)
		}
	}
	slices.Sort(j.report.Scripts)
	j.report.Scripts = slices.Compact(j.report.Scripts)
	if edited != nil {
		if err := j.write("package.json", edited); err != nil {
			return nil, err
		}
	}
	if chosen && j.conf.Bool("package-lock", true) {
		name := "package-lock.json"
		if lock != nil {
			name = lock.File
		}
		if err := j.write(name, lockfile.Text(root, j.places(tree.Packages))); err != nil {
			return nil, err
		}
	}
	return j.report, nil
}

// places leaves out where the registry's packages come from, if npm's
// configuration asks for lock files without it.
func (j *job) places(packages []*lockfile.Package) []*lockfile.Package {
	if !j.conf.Bool("omit-lockfile-registry-resolved", false) {
		return packages
	}
	out := make([]*lockfile.Package, len(packages))
	for i, p := range packages {
		p := *p
		if registry.IsPackage(p.Manifest.Name, p.Resolved) {
			p.Resolved = ""
		}
		out[i] = &p
	}
	return out
}

// write replaces a file of the project in one step.
func (j *job) write(name string, text []byte) error {
	path := filepath.Join(j.opts.Dir, name)
	mode := os.FileMode(0o644)
	if old, err := os.Stat(path); err == nil {
		mode = old.Mode().Perm()
	}
	fresh := path + ".new"
	if err := os.WriteFile(fresh, text, mode); err != nil {
		return err
	}
	if err := os.Rename(fresh, path); err != nil {
		return err
	}
	j.report.Wrote = append(j.report.Wrote, name)
	return nil
}

// choose returns the tree: that of the lock file if it fits package.json, or a
// new one, with the versions of the lock file where they are allowed.
func (j *job) choose(ctx context.Context, root *manifest.Manifest, lock *lockfile.Lock) (tree *resolve.Result, chosen bool, err error) {
	if lock != nil {
		tree, err = resolve.Locked(root, lock)
		if err == nil {
			return tree, false, nil
		}
		if !errors.Is(err, resolve.ErrStale) {
			return nil, false, err
		}
	}
	if j.opts.Frozen {
		if lock == nil {
			err = errors.New("there is no lock file: run framework install without --frozen once, and keep package-lock.json")
		}
		return nil, false, err
	}
	if lock == nil {
		if _, err := os.Stat(filepath.Join(j.opts.Dir, "yarn.lock")); err == nil {
			j.report.Warnings = append(j.report.Warnings, "yarn.lock is not read: the versions are chosen by package.json")
		}
	}
	opts := resolve.Options{Node: j.opts.Node, NoPeers: j.conf.Bool("legacy-peer-deps", false)}
	if lock != nil {
		opts.Preferred = lock.Packages
	}
	tree, err = resolve.Resolve(ctx, root, j, opts)
	return tree, true, err
}

// wanted leaves out of a tree what this machine and the options leave out.
func (j *job) wanted(root *manifest.Manifest, packages []*lockfile.Package) ([]*lockfile.Package, error) {
	var out []*lockfile.Package
	for _, p := range packages {
		switch {
		case j.opts.OmitDev && (p.Dev || j.opts.OmitOptional && p.DevOptional):
		case j.opts.OmitOptional && p.Optional:
		case !p.Manifest.Fits():
			if !p.Optional && !p.DevOptional {
				j.report.Warnings = append(j.report.Warnings, fmt.Sprintf("%s says that it is not for this machine's system", p.Manifest.Name))
				out = append(out, p)
			}
		default:
			out = append(out, p)
		}
	}
	return resolve.Without(root, packages, out)
}

// current reports whether node_modules is what it has to be already: by npm's own
// note, and by the folders.
func (j *job) current(hidden []byte, wanted []*lockfile.Package) bool {
	there, err := os.ReadFile(filepath.Join(j.opts.Dir, "node_modules", ".package-lock.json"))
	if err != nil {
		return false
	}
	l, err := lockfile.Read("node_modules/.package-lock.json", there)
	if err != nil || len(l.Packages) != len(wanted) {
		return false
	}
	same := string(there) == string(hidden)
	for i, p := range l.Packages {
		w := wanted[i]
		if !same && (p.Path != w.Path || p.Manifest.Version != w.Manifest.Version || p.Integrity != w.Integrity) {
			return false
		}
		if _, err := os.Stat(filepath.Join(j.opts.Dir, filepath.FromSlash(w.Path))); err != nil {
			return false
		}
	}
	return true
}
