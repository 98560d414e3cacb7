package resolve

import (
	"fmt"
	"slices"
	"strings"

	"framework/cmd/framework/install/lockfile"
	"framework/cmd/framework/install/manifest"
)

// build makes the tree of packages whose folders are known.
func build(root *manifest.Manifest, packages []*lockfile.Package) (*node, error) {
	top := &node{manifest: root, children: map[string]*node{}}
	t := newTree(top)
	places := map[string]*node{"": top}
	sorted := slices.Clone(packages)
	slices.SortFunc(sorted, func(a, b *lockfile.Package) int { return len(a.Path) - len(b.Path) })
	for _, p := range sorted {
		at := strings.LastIndex("/"+p.Path, "/node_modules/")
		if at < 0 || p.Bundled {
			continue // the target of a link, and what comes inside of another package
		}
		above := strings.TrimSuffix(p.Path[:at], "/")
		parent := places[above]
		if parent == nil {
			if !strings.Contains(above, "node_modules") {
				continue // what is in the folder of a link's target
			}
			return nil, fmt.Errorf("the lock file has %s, and nothing at %s", p.Path, above)
		}
		n := &node{
			folder: p.Folder(), manifest: p.Manifest, resolved: p.Resolved, integrity: p.Integrity, link: p.Link,
			parent: parent, children: map[string]*node{},
		}
		parent.children[n.folder] = n
		places[p.Path] = n
	}
	top.all(func(n *node) bool { t.connect(n); return true })
	return top, nil
}

// list returns the packages of a tree that something needs, with what they are
// needed for. The paths are in order.
func list(root *node) []*lockfile.Package {
	whole := reach(root, true, true, true)
	noDev := reach(root, false, true, true)
	noOptional := reach(root, true, false, true)
	neither := reach(root, false, false, true)
	noPeer := reach(root, true, true, false)
	var out []*lockfile.Package
	root.all(func(n *node) bool {
		if n == root || !whole[n] {
			return true
		}
		p := &lockfile.Package{
			Path: n.path(), Resolved: n.resolved, Integrity: n.integrity, Link: n.link, Manifest: n.manifest,
			Dev: !noDev[n], Optional: !noOptional[n], Peer: !noPeer[n],
		}
		p.DevOptional = !p.Dev && !p.Optional && !neither[n]
		out = append(out, p)
		return true
	})
	slices.SortFunc(out, func(a, b *lockfile.Package) int { return strings.Compare(a.Path, b.Path) })
	return out
}

// reach returns what can be reached from the root by dependencies of the kinds
// that are asked for.
func reach(root *node, dev, optional, peer bool) map[*node]bool {
	found := map[*node]bool{root: true}
	todo := []*node{root}
	for len(todo) > 0 {
		n := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, e := range n.out {
			if e.to == nil || found[e.to] || e.dev && !dev || e.optional && !e.peer && !optional || e.peer && !peer {
				continue
			}
			if e.peer && e.optional && !e.takes(e.to) {
				continue
			}
			found[e.to] = true
			todo = append(todo, e.to)
		}
	}
	return found
}

// Without returns those of kept that the project still needs when the other
// packages of a tree are not there.
func Without(root *manifest.Manifest, whole, kept []*lockfile.Package) ([]*lockfile.Package, error) {
	if len(whole) == len(kept) {
		return kept, nil
	}
	top, err := build(root, whole)
	if err != nil {
		return nil, err
	}
	stays := map[string]bool{"": true}
	for _, p := range kept {
		stays[p.Path] = true
	}
	gone := []*edge{}
	top.all(func(n *node) bool {
		for _, e := range n.out {
			if e.to != nil && !stays[e.to.path()] {
				gone = append(gone, e)
			}
		}
		return true
	})
	for _, e := range gone {
		e.to = nil
	}
	needed := map[string]bool{}
	for n := range reach(top, true, true, true) {
		needed[n.path()] = true
	}
	var out []*lockfile.Package
	for _, p := range kept {
		if needed[p.Path] {
			out = append(out, p)
		}
	}
	return out, nil
}
