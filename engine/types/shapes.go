package types

import (
	"slices"
	"strings"

	"framework/engine/describe"
	"framework/engine/orm"
	"framework/engine/value"
)

// shapes are the models.
func (w *writer) shapes() {
	w.line("  interface Shapes {")
	for _, m := range w.models {
		w.line("    ", Key(m.Identity), ": {")
		w.shape(m)
		w.line("    };")
	}
	w.line("  }")
}

func (w *writer) shape(m *orm.Model) {
	d := &w.project.Dialect
	key := "any"
	if a := m.Attribute(m.PrimaryKey); a != nil {
		key = OfKind(a.Kind)
	}
	code := w.codeOf(m)
	w.line("      key: ", key, ";")
	w.line("      attributes: {")
	for _, a := range m.Attributes {
		if a.Assoc != nil && a.Assoc.Collection {
			if d.collections && w.isModel(a.Assoc.Target) {
				w.line("        ", Key(a.Name), ": Collection<", Text(a.Assoc.Target), ">;")
			}
			continue
		}
		w.line("        ", Key(a.Name), w.found(m, a), ";")
	}
	if Open(m) {
		w.line("        [name: string]: any;")
	}
	w.line("      };")
	w.line("      create: {")
	for _, a := range m.Attributes {
		w.line("        ", Key(a.Name), w.given(m, a), ";")
	}
	if Open(m) {
		w.line("        [name: string]: any;")
	}
	w.line("      };")
	for _, collection := range []bool{false, true} {
		var members []string
		for _, a := range m.Associations {
			if a.Collection == collection && w.isModel(a.Target) {
				members = append(members, Key(a.Alias)+": "+Text(a.Target))
			}
		}
		w.line("      ", map[bool]string{false: "one", true: "many"}[collection], ": {", spaced(members), "};")
	}
	w.line("      methods: {", spaced(functions(code.Methods)), "};")
	w.line("      statics: {", spaced(functions(code.Statics)), "};")
	w.line("      fetches: ", union(code.Fetches, "never"), ";")
}

// Open reports whether the project says that records of a model may have more attributes
// than it lists. Where it says nothing a name that is not listed is taken for a mistake,
// also where the database would store it.
func Open(m *orm.Model) bool { return m.Definition.Schema != nil && !*m.Definition.Schema }

func (w *writer) codeOf(m *orm.Model) describe.Model {
	for _, c := range w.project.Code.Models {
		if c.Identity == m.Identity {
			return c
		}
	}
	return describe.Model{}
}

func (w *writer) isModel(identity string) bool {
	return slices.ContainsFunc(w.models, func(m *orm.Model) bool { return m.Identity == identity })
}

func spaced(members []string) string {
	if len(members) == 0 {
		return " "
	}
	return " " + strings.Join(members, "; ") + " "
}

// functions are members of which only the names are known.
func functions(list []describe.Member) []string {
	var out []string
	for _, m := range list {
		if m.Method {
			out = append(out, Key(m.Name)+"(...args: any[]): any")
		} else {
			out = append(out, Key(m.Name)+": any")
		}
	}
	return out
}

// found is an attribute of a record that was read, with its colon.
func (w *writer) found(m *orm.Model, a *orm.Attribute) string {
	t := w.of(a)
	own := a.Name == m.PrimaryKey || a.Clock || a.Needed()
	switch {
	case own && a.Assoc == nil:
		return ": " + t
	case w.project.Dialect.missing:
		return "?: " + t + " | null"
	case a.Assoc != nil, a.AllowNull, a.Kind == orm.KindJSON || a.Kind == orm.KindRef:
		return ": " + t + " | null"
	}
	return ": " + t
}

// given is an attribute of a record that is made, with its colon.
func (w *writer) given(m *orm.Model, a *orm.Attribute) string {
	t := w.of(a)
	if t == "Date" {
		t = "Date | string | number"
	}
	switch {
	case a.Assoc != nil && a.Assoc.Collection:
		return "?: any[]"
	case a.Assoc != nil && w.project.Dialect.nested:
		t += " | object"
	}
	if a.Needed() && !a.HasDefault && !a.Clock && a.Name != m.PrimaryKey {
		return ": " + t
	}
	if a.Name == m.PrimaryKey && !a.AutoIncrement && a.Needed() {
		return ": " + t
	}
	if a.Assoc != nil || a.AllowNull || w.project.Dialect.missing || a.Kind == orm.KindJSON {
		t += " | null"
	}
	return "?: " + t
}

// of is the type of an attribute's values.
func (w *writer) of(a *orm.Attribute) string {
	if a.Assoc != nil && !a.Assoc.Collection {
		if target := w.project.ORM.Model(a.Assoc.Target); target != nil {
			if key := target.Attribute(target.PrimaryKey); key != nil {
				return OfKind(key.Kind)
			}
		}
		return "any"
	}
	if texts := Literals(a.Choices()); texts != "" {
		if a.Kind == orm.KindString && !w.project.Dialect.missing && !a.Needed() && !a.HasDefault {
			texts += " | ''" // what is not given is empty
		}
		return texts
	}
	if a.Kind == orm.KindJSON || a.Kind == orm.KindRef {
		switch a.Default.(type) {
		case []any:
			return "any[]"
		case *value.Map:
			return "{ [name: string]: any }"
		}
	}
	return OfKind(a.Kind)
}

// OfKind is the type of values in the project's code.
func OfKind(k orm.Kind) string {
	switch k {
	case orm.KindString, orm.KindText, orm.KindTime:
		return "string"
	case orm.KindInteger, orm.KindFloat:
		return "number"
	case orm.KindBoolean:
		return "boolean"
	case orm.KindDate, orm.KindDatetime:
		return "Date"
	case orm.KindArray:
		return "any[]"
	default:
		return "any"
	}
}
