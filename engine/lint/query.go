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

// callbackAt is which argument of a method may be a callback, counted from 0; a first one
// may also be criteria.
var callbackAt = map[string]int{
	"find": 0, "findOne": 0, "count": 0, "destroy": 0, "destroyOne": 0,
	"create": 1, "update": 2, "updateOne": 1, "findOrCreate": 2,
}

// unrun looks for queries that nothing waits for: they are not run, in all releases.
func (l *linter) unrun(s *scripts.Script, c source.Chain) {
	names, _ := s.Following(c)
	if slices.ContainsFunc(names, func(name string) bool { return !slices.Contains(refining, name) }) {
		return
	}
	arguments, plain, ok := s.Discarded(c)
	at := callbackAt[c.Names[len(c.Names)-1]]
	if !ok || arguments > at && !plain {
		return
	}
	l.add(s, c.Places[0], "put await in front of it, or .exec(callback) behind it", "nothing waits for %s(), so this query is never run", strings.Join(append([]string{strings.Join(c.Names, ".")}, names...), "()."))
}
