package types

import (
	"slices"
	"strings"

	"framework/engine/describe"
)

// node is a folder of helpers.
type node struct {
	names   []string
	folders map[string]*node
	leaves  map[string]*describe.Function
}

func newNode() *node {
	return &node{folders: map[string]*node{}, leaves: map[string]*describe.Function{}}
}

func (n *node) add(path []string, f *describe.Function) {
	name := path[0]
	if n.folders[name] == nil && n.leaves[name] == nil {
		n.names = append(n.names, name)
	}
	if len(path) == 1 {
		n.leaves[name] = f
		return
	}
	if n.folders[name] == nil {
		n.folders[name] = newNode()
	}
	n.folders[name].add(path[1:], f)
}

// helpers is the tree of sails.helpers.
func (w *writer) helpers() {
	root := newNode()
	for i := range w.project.Code.Helpers {
		h := &w.project.Code.Helpers[i]
		root.add(strings.Split(h.Path, "."), h)
	}
	w.line("  interface Helpers {")
	w.folder(root, "    ")
	w.line("  }")
}

func (w *writer) folder(n *node, indent string) {
	for _, name := range n.names {
		if h := n.leaves[name]; h != nil {
			w.b.WriteString(Doc(indent, h.Description))
			w.line(indent, Key(name), ": ", helper(h), ";")
		}
		if below := n.folders[name]; below != nil {
			w.line(indent, Key(name), ": {")
			w.folder(below, indent+"  ")
			w.line(indent, "};")
		}
	}
}

func helper(h *describe.Function) string {
	if !h.Defined {
		return "((...args: any[]) => any)"
	}
	inputs, result := Inputs(h.Inputs), "any"
	var exits []string
	for _, e := range h.Exits {
		if e.Name == "success" {
			result = ofInput(e.Type, "any")
		} else if e.Name != "error" {
			exits = append(exits, e.Name)
		}
	}
	args := "[inputs?: " + inputs + "]"
	if h.Serial {
		args = serial(h.Inputs)
	}
	kind := "Helper"
	if h.Sync {
		kind = "SyncHelper"
	}
	return kind + "<" + inputs + ", " + args + ", " + result + ", " + union(exits, "never") + ">"
}

// serial are inputs as arguments in their order. Those in front of a required one may be
// undefined.
func serial(list []describe.Input) string {
	last := -1
	for i := range list {
		if list[i].Required {
			last = i
		}
	}
	var out []string
	for i := range list {
		name := list[i].Name
		if !isName(name) {
			name = "_" + name
		}
		switch {
		case list[i].Required:
			out = append(out, name+": "+input(&list[i]))
		case i < last:
			out = append(out, name+": "+input(&list[i])+" | undefined")
		default:
			out = append(out, name+"?: "+input(&list[i]))
		}
	}
	return "[" + strings.Join(out, ", ") + "]"
}

// Inputs are inputs as the type of an object.
func Inputs(list []describe.Input) string {
	return object(list, func(i *describe.Input) bool { return i.Required })
}

// received are inputs as fn gets them: those with a default are there.
func received(list []describe.Input) string {
	return object(list, func(i *describe.Input) bool { return i.Required || i.Default != nil })
}

// object is the type of an object with inputs; there says which of them it always has.
func object(list []describe.Input, there func(*describe.Input) bool) string {
	var out []string
	for i := range list {
		mark := "?: "
		if there(&list[i]) {
			mark = ": "
		}
		out = append(out, Key(list[i].Name)+mark+input(&list[i]))
	}
	return "{" + spaced(out) + "}"
}

func input(i *describe.Input) string {
	t := ofInput(i.Type, "any")
	if texts := Literals(i.IsIn); texts != "" {
		t = texts
	}
	if i.AllowNull {
		t += " | null"
	}
	return t
}

// Output is the type of what an exit gives.
func Output(e *describe.Exit) string { return ofInput(e.Type, "any") }

// actions are those with inputs.
func (w *writer) actions() {
	w.line("  interface Actions {")
	for i := range w.project.Code.Actions {
		a := &w.project.Code.Actions[i]
		if !a.Defined {
			continue
		}
		var exits []string
		for _, e := range a.Exits {
			if e.Name != "success" && e.Name != "error" {
				exits = append(exits, e.Name)
			}
		}
		w.b.WriteString(Doc("    ", a.Description))
		w.line("    ", Key(a.Path), ": { inputs: ", received(a.Inputs), "; exits: ", union(exits, "never"), " };")
	}
	w.line("  }")
}

// services are those of api/services: of their members only the names are known.
func (w *writer) services() {
	w.line("  interface Services {")
	for i := range w.project.Code.Services {
		s := &w.project.Code.Services[i]
		w.line("    ", Key(s.Name), ": {", spaced(functions(s.Members)), "};")
		if lower := strings.ToLower(s.Name); lower != s.Name {
			w.line("    ", Key(lower), ": Services[", Text(s.Name), "];")
		}
	}
	w.line("  }")
}

// views are the templates with the names that they use.
func (w *writer) views() {
	w.line("  interface Views {")
	for _, v := range w.project.Code.Views {
		var locals []string
		for _, name := range slices.Compact(slices.Sorted(slices.Values(v.Locals))) {
			locals = append(locals, Key(name)+"?: any")
		}
		w.line("    ", Key(v.Name), ": {", spaced(locals), "};")
	}
	w.line("  }")
}
