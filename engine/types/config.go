package types

import (
	"time"

	"framework/engine/value"
)

// Bounds of what is written of the configuration: what is deeper or longer is any.
const (
	maxConfigDepth   = 6
	maxConfigMembers = 200
)

// config is the configuration: the types of its values, never the values.
func (w *writer) config() {
	w.line("  interface Config {")
	for key, v := range w.project.Config.All() {
		w.line("    ", Key(key), ": ", w.section(key, v), ";")
	}
	w.line("  }")
}

func (w *writer) section(key string, v any) string {
	switch key {
	case "routes":
		return "Routes"
	case "policies":
		return "Policies"
	case "environment":
		return "string"
	case "custom": // projects ask for settings that only some environments have
		return w.setting(v, "    ", 1) + " & { [name: string]: any }"
	}
	return w.setting(v, "    ", 1)
}

func (w *writer) setting(v any, indent string, depth int) string {
	switch v := v.(type) {
	case string:
		return "string"
	case bool:
		return "boolean"
	case int, int64, float64:
		return "number"
	case time.Time:
		return "Date"
	case []any:
		return w.list(v, indent, depth)
	case *value.Map:
		switch {
		case v.Len() == 0, v.Len() > maxConfigMembers:
			return "{ [name: string]: any }"
		case depth >= maxConfigDepth:
			return "any"
		}
		out := "{\n"
		for key, member := range v.All() {
			out += indent + "  " + Key(key) + ": " + w.setting(member, indent+"  ", depth+1) + ";\n"
		}
		return out + indent + "}"
	case nil:
		return "any"
	}
	if w.project.Function != nil && w.project.Function(v) {
		return "(...args: any[]) => any"
	}
	return "any"
}

// list is a list whose members have one type, else one of anything.
func (w *writer) list(list []any, indent string, depth int) string {
	of := ""
	for _, v := range list {
		t := w.setting(v, indent, depth+1)
		if of != "" && t != of {
			return "any[]"
		}
		of = t
	}
	switch of {
	case "string", "number", "boolean":
		return of + "[]"
	}
	return "any[]"
}
