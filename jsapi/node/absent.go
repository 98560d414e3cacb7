package node

// absent are the core modules that can be required and not used: libraries
// name them at the top and need them for a part of what they do.
var absent = map[string][]string{
	"http":                {"createServer", "request", "get", "Agent", "Server", "ServerResponse", "IncomingMessage", "ClientRequest", "OutgoingMessage"},
	"https":               {"createServer", "request", "get", "Agent", "Server"},
	"http2":               {"createServer", "createSecureServer", "connect"},
	"net":                 {"createServer", "connect", "createConnection", "Socket", "Server", "Stream"},
	"tls":                 {"connect", "createServer", "createSecureContext", "TLSSocket", "Server"},
	"dgram":               {"createSocket", "Socket"},
	"dns":                 {"lookup", "resolve", "resolve4", "resolve6", "resolveMx", "resolveTxt", "resolveSrv", "reverse"},
	"zlib":                {"createGzip", "createGunzip", "createDeflate", "createInflate", "createDeflateRaw", "createInflateRaw", "createUnzip", "gzip", "gunzip", "deflate", "inflate", "deflateRaw", "inflateRaw", "unzip", "gzipSync", "gunzipSync", "deflateSync", "inflateSync", "deflateRawSync", "inflateRawSync", "unzipSync"},
	"child_process":       {"exec", "execFile", "spawn", "fork", "execSync", "execFileSync", "spawnSync"},
	"cluster":             {"fork", "setupMaster", "setupPrimary"},
	"worker_threads":      {"Worker", "MessageChannel", "MessagePort"},
	"readline":            {"createInterface", "clearLine", "cursorTo", "moveCursor", "emitKeypressEvents"},
	"repl":                {"start", "REPLServer"},
	"module":              {"createRequire", "_load", "_resolveFilename"},
	"domain":              {"create", "createDomain"},
	"v8":                  {"getHeapStatistics", "setFlagsFromString", "serialize", "deserialize"},
	"inspector":           {"open", "close", "url", "Session"},
	"diagnostics_channel": {"channel", "subscribe"},
}
