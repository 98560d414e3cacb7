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
	list := slices.Concat(scripted, older, slices.Collect(maps.Keys(unsupported)), slices.Collect(maps.Keys(parts)), []string{"constants", "stream/web", "sys"})
	slices.Sort(list)
	return names(list)
}
