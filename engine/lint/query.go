package lint

import (
	"slices"
	"strings"

	"framework/engine/scripts"
	"framework/engine/source"
	"framework/engine/spelling"
)

// refining are the methods of queries that give the query, in 0.10 to 1.x.
var refining = []string{
	"where", "limit", "skip", "sort", "paginate", "select", "omit", "populate", "populateAll", "set", "groupBy", "sum", "average", "avg", "min", "max",
	"fetch", "decrypt", "meta", "usingConnection", "intercept", "tolerate", "timeout", "members", "eachRecord", "eachBatch",
}

// ending are those that give something else.
var ending = []string{"then", "catch", "finally", "spread", "exec", "toPromise", "asCallback", "nodeify", "log", "now", "stream", "bind", "tap", "map", "each", "fail", "fin", "done"}

// query looks for what is called on a query that is no method of it although it has a
// similar one: Pet.find().wher(…).
func (l *linter) query(s *scripts.Script, c source.Chain) {
	names, places := s.Following(c)
	for i, name := range names {
		if slices.Contains(ending, name) || l.assigned[name] {
			return
		}
		if slices.Contains(refining, name) {
			continue
		}
		if near := spelling.Member(name, slices.Values(slices.Concat(refining, ending))); near != "" {
			l.add(s, places[i], "did you mean "+near+"?", "queries have no method %s: %s().%s", name, strings.Join(c.Names, "."), name)
		}
		return
	}
}
