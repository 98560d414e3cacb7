package node

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/dop251/goja"
)

// shapesText says by module, export and member what Node calls functions, how many parameters they
// have, how properties are declared, and which constants there are. TestExports writes it: it has what
// would be different without it.
//
//go:embed shapes.json
var shapesText []byte

// shape is one property.
type shape struct {
	export string // "" for the exports
	proto  bool   // of the prototype
	key    string // in brackets: the name of a symbol
	// attributes: w, e and c for writable, enumerable and configurable.
	attributes string
	function   bool
	name       string
	length     int
	constant   any // nil for none
}

var shapes = sync.OnceValues(func() (map[string][]shape, error) {
	var all map[string]map[string]map[string]string
	if err := json.Unmarshal(shapesText, &all); err != nil {
		return nil, fmt.Errorf("shapes.json: %w", err)
	}
	out := map[string][]shape{}
	for module, exports := range all {
		for _, export := range slices.Sorted(maps.Keys(exports)) { // two may be one function: it gets the last name
			for _, member := range slices.Sorted(maps.Keys(exports[export])) {
				s, err := parseShape(export, member, exports[export][member])
				if err != nil {
					return nil, fmt.Errorf("shapes.json: %s of %s: %w", export, module, err)
				}
				key := module
				if module == "globals" {
					key = "globals " + export
				}
				out[key] = append(out[key], s)
			}
		}
	}
	return out, nil
})

var (
	functionShape = regexp.MustCompile(`^function (.*) (\d+) ([wec]*)$`)
	constantShape = regexp.MustCompile(`(?s)^(number|string|boolean) (.*) ([wec]*)$`)
)

func parseShape(export, member, text string) (shape, error) {
	s := shape{export: export, key: member}
	if member == "" {
		s.export, s.key = "", export
	}
	s.key, s.proto = strings.CutPrefix(s.key, "prototype.")
	if m := functionShape.FindStringSubmatch(text); m != nil {
		length, err := strconv.Atoi(m[2])
		s.function, s.name, s.length, s.attributes = true, m[1], length, m[3]
		return s, err
	}
	s.attributes = text[strings.LastIndexByte(text, ' ')+1:]
	if m := constantShape.FindStringSubmatch(text); m != nil {
		switch m[1] {
		case "number":
			n, err := strconv.ParseFloat(m[2], 64)
			s.constant = n
			return s, err
		case "boolean":
			s.constant = m[2] == "true"
		default:
			s.constant = m[2]
		}
	}
	return s, nil
}

// holds says of which module a script has exports that the module makes when they are first used.
var holds = map[string]string{"blob": "buffer", "blocklist": "net", "mime": "util"}

// shaped gives the exports of a module the shapes of Node.
func (l *loader) shaped(name string, exports *goja.Object) error {
	if l.opts.shapeless {
		return nil
	}
	if module := holds[name]; module != "" {
		name = module
	}
	all, err := shapes()
	if err != nil || len(all[name]) == 0 {
		return err
	}
	apply, err := l.shaper()
	if err != nil {
		return err
	}
	rt := l.realm.Runtime()
	for _, s := range all[name] {
		constant := goja.Undefined()
		if s.constant != nil {
			constant = rt.ToValue(s.constant)
		}
		key := rt.ToValue(s.key)
		if inner, ok := strings.CutPrefix(s.key, "[Symbol."); ok {
			key = rt.Get("Symbol").ToObject(rt).Get(strings.TrimSuffix(inner, "]"))
		}
		function := goja.Undefined()
		if s.function {
			function = rt.ToValue(s.name)
		}
		if _, err := apply(goja.Undefined(), exports, rt.ToValue(s.export), rt.ToValue(s.proto), key,
			rt.ToValue(strings.Contains(s.attributes, "w")), rt.ToValue(strings.Contains(s.attributes, "e")), rt.ToValue(strings.Contains(s.attributes, "c")),
			function, rt.ToValue(s.length), constant); err != nil {
			return l.realm.Wrap(err)
		}
	}
	return nil
}

// shaper returns the function that changes one property.
func (l *loader) shaper() (goja.Callable, error) {
	if l.shape == nil {
		exports, err := l.run("shapes", nil)
		if err != nil {
			return nil, err
		}
		l.shape, _ = goja.AssertFunction(exports)
	}
	return l.shape, nil
}
