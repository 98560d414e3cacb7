// Package value holds JSON-like values whose objects remember the order of
// their keys, from the request through the database to the response.
//
// A value is one of
//
//	nil, bool, string, int64, float64, time.Time, []byte, []any, *Map, Undefined
//
// and nothing else. Parse makes such values from JSON text, Append and
// AppendIndent write them the way JSON.stringify does.
package value
