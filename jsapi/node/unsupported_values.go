package node

import (
	"maps"
	"slices"
	"strconv"

	"framework/engine/value"
	"framework/engine/web"
)

// unsupportedValues returns the members that are values, which libraries read
// when they are loaded.
func unsupportedValues(module string) *value.Map {
	switch module {
	case "http2":
		return value.Of("constants", value.Of(
			"HTTP2_HEADER_PATH", ":path", "HTTP2_HEADER_STATUS", ":status", "HTTP2_HEADER_METHOD", ":method", "HTTP2_HEADER_AUTHORITY", ":authority",
			"HTTP2_HEADER_SCHEME", ":scheme", "HTTP2_HEADER_HOST", "host", "HTTP2_HEADER_SET_COOKIE", "set-cookie",
			"HTTP2_HEADER_CONTENT_TYPE", "content-type", "HTTP2_HEADER_CONTENT_LENGTH", "content-length", "NGHTTP2_NO_ERROR", 0, "NGHTTP2_CANCEL", 8,
		))
	case "module":
		return value.Of("builtinModules", builtins())
	}
	return value.New(0)
}

// methods is http.METHODS, for which routers define functions.
func methods() []any { return names(web.Methods()) }

func statusTexts() *value.Map {
	out := value.New(64)
	for code := 100; code < 600; code++ {
		if text := web.StatusText(code); text != "" {
			out.Set(strconv.Itoa(code), text)
		}
	}
	return out
}

func builtins() []any {
	list := append(slices.Clone(scripted), slices.Collect(maps.Keys(unsupported))...)
	slices.Sort(list)
	return names(list)
}
