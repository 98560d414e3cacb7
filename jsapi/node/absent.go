package node

// absent are the core modules that can be required and not used: libraries
// name them at the top and need them for a part of what they do.
var absent = map[string][]string{
	"http2":     {"createServer", "createSecureServer", "connect"},
	"dgram":     {"createSocket", "Socket"},
	"cluster":   {"fork", "setupMaster", "setupPrimary"},
	"repl":      {"start", "REPLServer"},
	"module":    {"register", "syncBuiltinESMExports"},
	"v8":        {"getHeapStatistics", "setFlagsFromString", "serialize", "deserialize"},
	"inspector": {"open", "close", "url", "Session"},
}

// instead is what to use in place of an absent module.
func instead(name string) string {
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
