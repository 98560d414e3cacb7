package resolve

import (
	"maps"
	"slices"
	"strings"

	"framework/cmd/framework/install/manifest"
)

// node is a folder of the tree; the root is the project.
type node struct {
	folder              string
	manifest            *manifest.Manifest
	resolved, integrity string
	link                bool
	parent              *node
	children            map[string]*node
	// out are the dependencies, by the name of the folder.
	out map[string]*edge
}

// edge is a dependency of a node.
type edge struct {
	from          *node
	name          string
	spec          Spec
	dev, optional bool
	peer          bool
	to            *node
}

func (n *node) path() string {
	if n.parent == nil {
		return ""
	}
	return strings.TrimPrefix(n.parent.path()+"/node_modules/"+n.folder, "/")
}

func (n *node) depth() int {
	if n.parent == nil {
		return 0
	}
	return n.parent.depth() + 1
}

func (n *node) within(ancestor *node) bool {
	for ; n != nil; n = n.parent {
		if n == ancestor {
			return true
		}
	}
	return false
}

// find returns what require would find under a name in the folder of n.
func (n *node) find(name string) *node {
	for ; n != nil; n = n.parent {
		if c := n.children[name]; c != nil {
			return c
		}
	}
	return nil
}

// start is where the search for the dependency begins: a package does not look
// for its peer dependencies in its own folder.
func (e *edge) start() *node {
	if e.peer && e.from.parent != nil {
		return e.from.parent
	}
	return e.from
}

// takes reports whether a node is what the dependency asks for.
func (e *edge) takes(n *node) bool {
	switch e.spec.Kind {
	case Range:
		if n.manifest.Name != e.spec.Name && n.manifest.Name != "" {
			return false
		}
		return e.spec.allows(n.manifest.Version) || anything(e.spec.Text)
	case Tag:
		return n.manifest.Name == e.spec.Name
	default:
		return n.origin() == e.spec.origin()
	}
}

func anything(text string) bool { return text == "" || text == "*" }

// satisfied reports whether the dependency needs nothing more.
func (e *edge) satisfied() bool {
	if e.to == nil {
		return e.peer && e.optional
	}
	return e.takes(e.to)
}

// origin compares where packages come from that are not of the registry.
func (s Spec) origin() string {
	address, _, _ := strings.Cut(s.Text, "#")
	return strings.TrimSuffix(strings.TrimPrefix(address, "./"), "/")
}

func (n *node) origin() string {
	s := ParseSpec(n.folder, n.resolved)
	if n.link {
		return strings.TrimSuffix(strings.TrimPrefix(n.resolved, "./"), "/")
	}
	return s.origin()
}

// dependencies makes the edges of a node from its manifest. The development
// dependencies are the root's.
func dependencies(n *node) {
	n.out = map[string]*edge{}
	m := n.manifest
	bundled := map[string]bool{}
	for _, name := range m.Bundled {
		bundled[name] = n.parent != nil
	}
	add := func(list map[string]string, set func(*edge)) {
		for name, text := range list {
			if bundled[name] {
				continue
			}
			e := &edge{from: n, name: name, spec: ParseSpec(name, text)}
			set(e)
			n.out[name] = e
		}
	}
	add(m.PeerDependencies, func(e *edge) { e.peer, e.optional = true, m.OptionalPeers[e.name] })
	add(m.Dependencies, func(*edge) {})
	add(m.OptionalDependencies, func(e *edge) { e.optional = true })
	if n.parent == nil { // one that is named twice is a development dependency
		add(m.DevDependencies, func(e *edge) { e.dev = true })
	}
}

// all are the node and everything in it, in the order of their paths.
func (n *node) all(yield func(*node) bool) bool {
	if !yield(n) {
		return false
	}
	for _, name := range slices.Sorted(maps.Keys(n.children)) {
		if !n.children[name].all(yield) {
			return false
		}
	}
	return true
}
