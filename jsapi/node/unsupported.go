package node

// unsupported are core modules that can be required but not used: libraries
// require them for features that a project may never use.
var unsupported = map[string][]string{
	"http2":     {"createServer", "createSecureServer", "connect"},
	"dgram":     {"createSocket", "Socket"},
	"cluster":   {"fork", "setupMaster", "setupPrimary"},
	"repl":      {"start", "REPLServer"},
	"module":    {"register", "syncBuiltinESMExports"},
	"v8":        {"getHeapStatistics", "setFlagsFromString", "serialize", "deserialize"},
	"inspector": {"open", "close", "url", "Session"},
}

// replacement returns what to use instead of an unsupported module.
func replacement(name string) string {
	switch name {
	case "cluster":
		return "the server is one process that uses all cores by itself; start several of them behind a proxy for more"
	case "http2":
		return "use http or https"
	case "dgram":
		return "use net, or a program by child_process.spawn"
	}
	return ""
}
