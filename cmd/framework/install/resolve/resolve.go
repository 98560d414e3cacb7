package resolve

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"golang.org/x/sync/semaphore"

	"framework/cmd/framework/install/lockfile"
	"framework/cmd/framework/install/manifest"
)

// Source brings what the resolver asks for.
type Source interface {
	// Document returns what the registry says of a package.
	Document(ctx context.Context, name string) ([]byte, error)
	// Other returns a package that is not of the registry.
	Other(ctx context.Context, s Spec) (Found, error)
}

// Found is a package that is not of the registry. Resolved is what a lock file
// says of its place, with the commit of a repository; a link's is the folder.
type Found struct {
	Manifest            *manifest.Manifest
	Resolved, Integrity string
	Link                bool
}

// Options say how versions are chosen.
type Options struct {
	// Node is the release of Node that packages are for.
	Node string
	// Preferred are the packages of a lock file that does not fit any more: their
	// versions are taken where they can be.
	Preferred []*lockfile.Package
	// NoPeers leaves peer dependencies alone (npm's legacy-peer-deps).
	NoPeers bool
}

// Result is a tree as a list.
type Result struct {
	Packages []*lockfile.Package
	Warnings []string
}

// asked is a request that is made once.
type asked struct {
	done chan struct{}
	doc  *Document
	err  error
}

type resolver struct {
	source    Source
	opts      Options
	tree      *tree
	preferred map[string][]string
	overrides map[string]Spec
	warnings  []string

	mu    sync.Mutex
	docs  map[string]*asked
	limit *semaphore.Weighted
	all   sync.WaitGroup
}

// parallel is how many packages the registry is asked about at once.
const parallel = 16

// Resolve chooses the versions and the folders of everything that root needs.
func Resolve(ctx context.Context, root *manifest.Manifest, source Source, opts Options) (*Result, error) {
	r := &resolver{source: source, opts: opts, preferred: map[string][]string{}, docs: map[string]*asked{}, limit: semaphore.NewWeighted(parallel)}
	for _, p := range opts.Preferred {
		r.preferred[p.Manifest.Name] = append(r.preferred[p.Manifest.Name], p.Manifest.Version)
	}
	ctx, cancel := context.WithCancel(ctx)
	defer r.all.Wait()
	defer cancel()
	n := &node{manifest: root, children: map[string]*node{}}
	r.tree = newTree(n)
	if err := r.readOverrides(root); err != nil {
		return nil, err
	}
	r.connect(n)
	q := &queue{}
	q.push(n)
	for n := q.pop(); n != nil; n = q.pop() {
		if n != r.tree.root && (n.parent == nil || n.parent.children[n.folder] != n) {
			continue // it was replaced
		}
		r.ask(ctx, n)
		for _, e := range r.tree.dependencies(n) {
			if err := r.satisfy(ctx, e, q); err != nil {
				return nil, err
			}
		}
	}
	packages := list(r.tree.root)
	slices.Sort(r.warnings)
	return &Result{packages, slices.Compact(r.warnings)}, nil
}

// readOverrides reads "overrides" of the project's package.json.
func (r *resolver) readOverrides(root *manifest.Manifest) error {
	r.overrides = map[string]Spec{}
	for name, v := range root.Overrides.All() {
		text, ok := v.(string)
		at := strings.LastIndexByte(name, '@')
		if !ok || at > 0 {
			return fmt.Errorf("package.json: overrides: %q: only a version for a name is followed here, in all of the tree: let npm write a lock file, which is", name)
		}
		if own, ok := strings.CutPrefix(text, "$"); ok {
			text = root.Dependencies[own]
			if text == "" {
				return fmt.Errorf("package.json: overrides: %q: $%s is no dependency of the project", name, own)
			}
		}
		r.overrides[name] = ParseSpec(name, text)
	}
	return nil
}

// adjust changes the dependencies of a node as the options and overrides have it.
func (r *resolver) adjust(n *node) {
	for name, e := range n.out {
		if e.peer && r.opts.NoPeers {
			e.optional = true
		}
		if s, ok := r.overrides[name]; ok && n.parent != nil {
			e.spec = s
		}
	}
}

func (r *resolver) connect(n *node) {
	r.tree.connect(n)
	r.adjust(n)
}

// satisfy sees to one dependency.
func (r *resolver) satisfy(ctx context.Context, e *edge, q *queue) error {
	if e.satisfied() || e.peer && e.optional {
		return nil
	}
	n, err := r.bring(ctx, e)
	if err != nil {
		if e.optional && ctx.Err() == nil {
			r.warn("%s is left out, which is optional for %s: %v", e.name, e.from.shown(), err)
			return nil
		}
		return fmt.Errorf("%s needs %s: %w", e.from.shown(), e.name, err)
	}
	if r.tree.place(n, e) {
		r.adjust(n)
		q.push(n)
		return nil
	}
	if e.to != nil && e.peer {
		r.warn("%s wants %s %s beside it, and %s is there", e.from.shown(), e.name, e.spec.Text, e.to.shown())
		return nil
	}
	// Nothing but a peer dependency can be in its way in its own folder.
	r.tree.put(n, e.start())
	r.adjust(n)
	q.push(n)
	return nil
}

func (r *resolver) warn(form string, args ...any) {
	r.warnings = append(r.warnings, fmt.Sprintf(form, args...))
}

func (n *node) shown() string {
	if n.parent == nil {
		return "package.json"
	}
	return n.manifest.Name + "@" + n.manifest.Version
}

// bring returns a node for a dependency, which has no place yet.
func (r *resolver) bring(ctx context.Context, e *edge) (*node, error) {
	n := &node{folder: e.name, children: map[string]*node{}}
	switch e.spec.Kind {
	case Range, Tag:
		doc, err := r.document(ctx, e.spec.Name)
		if err != nil {
			return nil, err
		}
		m, err := doc.choose(e.spec, r.preferred[e.spec.Name], r.opts.Node)
		if err != nil {
			return nil, err
		}
		n.manifest, n.resolved, n.integrity = m, m.Tarball, m.Integrity
		return n, nil
	case Unknown:
		return nil, fmt.Errorf("%q is no range, tag, address or folder that npm knows", e.spec.Text)
	}
	found, err := r.source.Other(ctx, e.spec)
	if err != nil {
		return nil, err
	}
	n.manifest, n.resolved, n.integrity, n.link = found.Manifest, found.Resolved, found.Integrity, found.Link
	if n.link { // it has a node_modules folder of its own
		linked := *n.manifest
		linked.Dependencies, linked.OptionalDependencies, linked.PeerDependencies = nil, nil, nil
		n.manifest = &linked
	}
	return n, nil
}

// ask begins to bring what the dependencies of a node may need.
func (r *resolver) ask(ctx context.Context, n *node) {
	for _, e := range n.out {
		if !e.satisfied() && !(e.peer && e.optional) && (e.spec.Kind == Range || e.spec.Kind == Tag) {
			r.request(ctx, e.spec.Name)
		}
	}
}

func (r *resolver) request(ctx context.Context, name string) *asked {
	r.mu.Lock()
	defer r.mu.Unlock()
	if a := r.docs[name]; a != nil {
		return a
	}
	a := &asked{done: make(chan struct{})}
	r.docs[name] = a
	r.all.Go(func() {
		defer close(a.done)
		if a.err = r.limit.Acquire(ctx, 1); a.err != nil {
			return
		}
		defer r.limit.Release(1)
		text, err := r.source.Document(ctx, name)
		if err != nil {
			a.err = err
			return
		}
		a.doc, a.err = ReadDocument(name, text)
	})
	return a
}

func (r *resolver) document(ctx context.Context, name string) (*Document, error) {
	a := r.request(ctx, name)
	select {
	case <-a.done:
		return a.doc, a.err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// ErrStale says that a lock file is not of this package.json.
var ErrStale = errors.New("the lock file does not fit package.json")

// Locked returns the tree of a lock file for root, and an ErrStale that says what
// is missing if a dependency of root is not in it as root asks for it.
func Locked(root *manifest.Manifest, l *lockfile.Lock) (*Result, error) {
	n, err := build(root, l.Packages)
	if err != nil {
		return nil, err
	}
	for _, name := range slices.Sorted(maps.Keys(n.out)) {
		e := n.out[name]
		switch {
		case e.to == nil && !e.optional:
			return nil, fmt.Errorf("%w: %s has no %s %s", ErrStale, l.File, name, e.spec.Text)
		case e.to != nil && !e.takes(e.to) && !e.peer && !overridden(root, l, name):
			return nil, fmt.Errorf("%w: package.json asks for %s %s, and %s has %s", ErrStale, name, e.spec.Text, l.File, e.to.manifest.Version)
		}
	}
	if !l.Requires { // all of it may be needed
		return &Result{Packages: l.Packages}, nil
	}
	return &Result{Packages: list(n)}, nil
}

// overridden reports whether the lock file was written for the same words.
func overridden(root *manifest.Manifest, l *lockfile.Lock, name string) bool {
	if l.Root == nil {
		return false
	}
	for _, pair := range [][2]map[string]string{
		{root.Dependencies, l.Root.Dependencies},
		{root.DevDependencies, l.Root.DevDependencies},
		{root.OptionalDependencies, l.Root.OptionalDependencies},
	} {
		if pair[0][name] != "" && pair[0][name] == pair[1][name] {
			return true
		}
	}
	return false
}
