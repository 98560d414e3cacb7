package resolve

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"deps.dev/util/semver"
	"golang.org/x/text/collate"
	"golang.org/x/text/language"
)

// tree is the tree while it grows.
type tree struct {
	root *node
	// edges are all dependencies by the name of what they need.
	edges map[string][]*edge
	// names orders names as npm does, by the rules of English.
	names *collate.Collator
}

func newTree(root *node) *tree {
	return &tree{root: root, edges: map[string][]*edge{}, names: collate.New(language.English)}
}

// connect makes the dependencies of a node known, and finds what they mean.
func (t *tree) connect(n *node) {
	dependencies(n)
	for _, e := range n.out {
		t.edges[e.name] = append(t.edges[e.name], e)
		e.to = e.start().find(e.name)
	}
}

// disconnect forgets the dependencies of everything in a node.
func (t *tree) disconnect(n *node) {
	n.all(func(n *node) bool {
		for _, e := range n.out {
			t.edges[e.name] = slices.DeleteFunc(t.edges[e.name], func(other *edge) bool { return other == e })
		}
		return true
	})
}

// dependencies are those of a node by name.
func (t *tree) dependencies(n *node) []*edge {
	out := make([]*edge, 0, len(n.out))
	for _, name := range slices.SortedFunc(maps.Keys(n.out), t.names.CompareString) {
		out = append(out, n.out[name])
	}
	return out
}

// put places n in the folder of target, in place of what is there.
func (t *tree) put(n, target *node) {
	if old := target.children[n.folder]; old != nil {
		t.disconnect(old)
	}
	n.parent = target
	target.children[n.folder] = n
	for _, e := range t.edges[n.folder] {
		if e.from.within(target) {
			e.to = e.start().find(e.name)
		}
	}
	t.connect(n)
}

// fits reports whether n can be placed in the folder of target for the
// dependency e.
func (t *tree) fits(n, target *node, e *edge) bool {
	if !t.spaceFor(n, target, e) {
		return false
	}
	// The peer dependencies have to be found beside it.
	for name, text := range n.manifest.PeerDependencies {
		peer := &edge{from: n, name: name, spec: ParseSpec(name, text)}
		if own := target.out[name]; own != nil && own != e && !own.peer && own.to == nil && target != t.root {
			continue // it is chosen later
		}
		if there := target.children[name]; there != nil && name != n.folder && !peer.takes(there) && !n.manifest.OptionalPeers[name] {
			return false
		}
	}
	return true
}

func (t *tree) spaceFor(n, target *node, e *edge) bool {
	if target.folder == n.folder && target.parent != nil && target.manifest.Name == n.manifest.Name && target != e.from {
		return false
	}
	if own := target.out[n.folder]; own != nil && own != e && !own.peer && !own.takes(n) {
		return false
	}
	there := target.find(n.folder)
	if there == nil {
		return true
	}
	if there.parent == target {
		if there.link || !higher(n, there) {
			return false
		}
		for _, dependent := range t.edges[n.folder] {
			if dependent.to == there && dependent != e && !dependent.takes(n) {
				return false
			}
		}
		return true
	}
	// What is found above is hidden from everything in target.
	for _, dependent := range t.edges[n.folder] {
		if dependent.to == there && dependent != e && dependent.from.within(target) && dependent.takes(there) && !dependent.takes(n) {
			return false
		}
	}
	return true
}

func higher(a, b *node) bool {
	return semver.NPM.Compare(a.manifest.Version, b.manifest.Version) > 0
}

// place puts n into the folder nearest to the root that takes it. It reports
// false if there is none.
func (t *tree) place(n *node, e *edge) bool {
	var best *node
	for target := e.start(); target != nil; target = target.parent {
		if !t.fits(n, target, e) {
			break
		}
		best = target
	}
	if best == nil {
		return false
	}
	t.put(n, best)
	return true
}

// queue are the nodes whose dependencies are still to be seen to: those nearest
// to the root first, then by path.
type queue struct{ list []queued }

// queued is a node with its place, which it keeps while it is in the tree.
type queued struct {
	node  *node
	depth int
	path  string
}

func (q *queue) push(n *node) { q.list = append(q.list, queued{n, n.depth(), n.path()}) }

func (q *queue) pop() *node {
	if len(q.list) == 0 {
		return nil
	}
	first := 0
	for i, n := range q.list {
		if n.before(q.list[first]) {
			first = i
		}
	}
	n := q.list[first].node
	q.list = slices.Delete(q.list, first, first+1)
	return n
}

func (n queued) before(other queued) bool {
	return cmp.Or(cmp.Compare(n.depth, other.depth), strings.Compare(n.path, other.path)) < 0
}
