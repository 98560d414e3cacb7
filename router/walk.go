package router

import "iter"

// Match is a binding that matches a request.
type Match struct {
	Binding *Binding
	Params  Params
	// Ignores: the binding matches the path, but ignores this URL: it looks like a file, or
	// an expression of the binding excludes it.
	Ignores bool
}

// Walk yields what Dispatch would come to for a request, in order, as if nothing answered.
func Walk(t Table, method, url, path string) iter.Seq[Match] {
	files, _ := t.(interface{ asset(url string) bool })
	return func(yield func(Match) bool) {
		for b, params := range t.Lookup(method, path) {
			if !yield(Match{b, params, b.SkipAssets && files != nil && files.asset(url) || b.skips(url)}) {
				return
			}
		}
	}
}
