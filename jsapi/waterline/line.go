package waterline

import "framework/engine/sequence"

// unordered are the methods that change no record, or whose order cannot be seen.
var unordered = map[string]bool{
	"find": true, "findOne": true, "page": true, "count": true, "sum": true, "avg": true,
	"describe": true, "validate": true, "validatePresent": true, "query": true,
}

// line is where a call of method waits for the writes on the model that code has
// begun before: Node works on them in that order, so ids are given in it. Nil for
// none: it only reads, or its store has several connections.
func (c *Class) line(using *scope, method string) *sequence.Line {
	if unordered[method] || !c.store.adapter.Traits().OneWriter {
		return nil
	}
	if using == nil {
		using = scopeIn(c.bridge.realm.Context()).of(c.store)
	}
	if using != nil {
		return &using.writes
	}
	return &c.writes
}
