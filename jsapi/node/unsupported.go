package node

import "slices"

// unsupported are core modules that can be required but not used: libraries
// require them for features that a project may never use.
var unsupported = map[string][]string{
	"repl":      {"start", "REPLServer"},
	"module":    {"register"},
	"inspector": {"open", "close", "url", "Session"},
}

// failing are members that fail when the code of a project calls them.
var failing = map[string][]string{"cluster": {"fork"}}

// replacement returns what to use instead of an unsupported module.
func replacement(name string) string {
	switch name {
	case "cluster":
		return "the setting workers has the server run the project several times, on all cores"
	}
	return ""
}

// missing are the core modules of Node that cannot be required.
var missing = []string{"inspector/promises", "sea", "test/reporters", "trace_events", "wasi"}

// Support is what a project finds of a core module of Node.
type Support struct {
	// Absent says that it cannot be required.
	Absent bool
	// Failing are the members that fail when they are called, with what to use
	// instead, which may be empty.
	Failing map[string]string
}

// Supported says what there is of a core module, given without "node:"; ok is false
// for a name that is none.
func Supported(name string) (s Support, ok bool) {
	if slices.Contains(missing, name) {
		return Support{Absent: true}, true
	}
	if members := slices.Concat(unsupported[name], failing[name]); members != nil {
		s.Failing = map[string]string{}
		for _, member := range members {
			s.Failing[member] = replacement(name)
		}
	}
	return s, slices.Contains(builtins(), any(name)) || slices.Contains(prefixed, name)
}
