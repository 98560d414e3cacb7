package node

import (
	"maps"
	"net/http"
	"slices"
	"strconv"

	"framework/engine/ordered"
)

// absentValues are members that are read without being called.
func absentValues(module string) *ordered.Map {
	switch module {
	case "cluster":
		return ordered.Of("isMaster", true, "isPrimary", true, "isWorker", false)
	case "worker_threads":
		return ordered.Of("isMainThread", true, "parentPort", nil, "workerData", nil, "threadId", 0)
	case "module":
		return ordered.Of("builtinModules", builtins())
	case "http":
		return ordered.Of("METHODS", slices.Clone(methods), "STATUS_CODES", statusTexts())
	}
	return ordered.New(0)
}

// methods are those that routers make functions of.
var methods = []any{
	"ACL", "BIND", "CHECKOUT", "CONNECT", "COPY", "DELETE", "GET", "HEAD", "LINK", "LOCK", "M-SEARCH", "MERGE", "MKACTIVITY", "MKCALENDAR",
	"MKCOL", "MOVE", "NOTIFY", "OPTIONS", "PATCH", "POST", "PROPFIND", "PROPPATCH", "PURGE", "PUT", "REBIND", "REPORT", "SEARCH", "SOURCE",
	"SUBSCRIBE", "TRACE", "UNBIND", "UNLINK", "UNLOCK", "UNSUBSCRIBE",
}

func statusTexts() *ordered.Map {
	out := ordered.New(64)
	for code := 100; code < 600; code++ {
		if text := http.StatusText(code); text != "" {
			out.Set(strconv.Itoa(code), text)
		}
	}
	return out
}

func builtins() []any {
	list := append(slices.Clone(scripted), slices.Collect(maps.Keys(absent))...)
	slices.Sort(list)
	return names(list)
}
