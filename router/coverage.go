package router

import "slices"

// Coverage compares the sets of requests that bindings match. It is not safe for
// concurrent use.
type Coverage struct{ languages map[string]language }

// NewCoverage returns a Coverage for the bindings of one table.
func NewCoverage() *Coverage { return &Coverage{languages: map[string]language{}} }

func (c *Coverage) language(a Address) language {
	key := a.Path
	if a.Regexp != "" {
		key = "r|" + a.Regexp
	}
	l, ok := c.languages[key]
	if !ok {
		l = newLanguage(a)
		c.languages[key] = l
	}
	return l
}

// Covers reports whether front matches every request that b matches. It is false
// if this cannot be decided.
func (c *Coverage) Covers(front, b *Binding) bool {
	if !front.Address.acceptsAll(b.Address) || front.SkipAssets && !b.SkipAssets {
		return false
	}
	for _, e := range front.Skip {
		if !slices.ContainsFunc(b.Skip, func(other *Expression) bool { return e.same(other) }) {
			return false
		}
	}
	if front.Address.Path == b.Address.Path && front.Address.Regexp == b.Address.Regexp {
		// An expression that only JavaScript supports may exceed its time limit
		// in one match and not in another, see Binding.MatchOnTimeout.
		return front.MatchOnTimeout || c.language(front.Address) != nil
	}
	return !apart(front.Address, b.Address) && c.language(b.Address).within(c.language(front.Address))
}

// Meet reports whether there may be a request that both match.
func (c *Coverage) Meet(a, b *Binding) bool {
	if apart(a.Address, b.Address) || !slices.ContainsFunc(methods, func(m string) bool { return a.Address.accepts(m) && b.Address.accepts(m) }) {
		return false
	}
	return c.language(a.Address).meets(c.language(b.Address))
}

// apart reports whether two addresses begin with different words.
func apart(a, b Address) bool {
	mine, others := a.words(), b.words()
	n := min(len(mine), len(others))
	return !slices.Equal(mine[:n], others[:n])
}

// methods are the methods of requests; the last one stands for all others.
var methods = []string{"GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "CONNECT", "PURGE"}

// acceptsAll reports whether a serves every method that b does.
func (a Address) acceptsAll(b Address) bool {
	return !slices.ContainsFunc(methods, func(m string) bool { return b.accepts(m) && !a.accepts(m) })
}
