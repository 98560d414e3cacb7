package watch

import (
	"maps"
	"slices"
)

// Op is the kind of a change of a file.
type Op uint8

// The operations.
const (
	Added Op = iota + 1
	Changed
	Removed
	// Stale is a file or a folder that may have been something else while somebody
	// was reading, and is again what was reported last: mostly one that came and went.
	Stale
)

func (o Op) String() string {
	switch o {
	case Added:
		return "added"
	case Changed:
		return "changed"
	case Removed:
		return "removed"
	case Stale:
		return "stale"
	}
	return "unknown"
}

// Change is a file whose content differs from the last one reported. Folders are
// reported as Stale only; otherwise the files in them are.
type Change struct {
	Path string // relative to the root, slash-separated
	Op   Op
}

func (c Change) String() string { return c.Path + " " + c.Op.String() }

// sorted lists changes by path.
func sorted(ops map[string]Op) []Change {
	out := make([]Change, 0, len(ops))
	for _, p := range slices.Sorted(maps.Keys(ops)) {
		out = append(out, Change{p, ops[p]})
	}
	return out
}
