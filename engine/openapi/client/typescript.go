package client

import (
	_ "embed"
	"net/http"
	"regexp"
	"slices"
	"strings"

	"framework/engine/describe"
	"framework/engine/openapi"
	"framework/engine/orm"
	"framework/engine/types"
)

//go:embed runtime.ts
var runtime string

// TypeScript is the source of the client.
func TypeScript(p *openapi.Project) []byte {
	w := &writer{project: p}
	w.list, _ = p.Operations()
	w.line("// A client of this project: `framework client --lang ts` writes it.")
	w.line("")
	w.b.WriteString(runtime)
	w.line("")
	w.records()
	w.client()
	return []byte(w.b.String())
}

type writer struct {
	project *openapi.Project
	list    []openapi.Operation
	b       strings.Builder
}

func (w *writer) line(parts ...string) {
	for _, part := range parts {
		w.b.WriteString(part)
	}
	w.b.WriteByte('\n')
}

// models are those with default actions that clients reach, and those that their records
// may hold, by identity.
func (w *writer) models() []*orm.Model {
	var out []*orm.Model
	var add func(m *orm.Model)
	add = func(m *orm.Model) {
		if m == nil || slices.Contains(out, m) {
			return
		}
		out = append(out, m)
		for _, a := range m.Associations {
			add(w.project.ORM.Model(a.Target))
		}
	}
	for i := range w.list {
		if w.list[i].Plain() {
			add(w.list[i].Model)
		}
	}
	slices.SortFunc(out, func(a, b *orm.Model) int { return strings.Compare(a.Identity, b.Identity) })
	return out
}

var outside = regexp.MustCompile(`[^A-Za-z0-9_$]+`)

// typeName is the name of the interface of a model.
func typeName(m *orm.Model) string {
	name := outside.ReplaceAllString(m.GlobalID, "_")
	if name == "" || name[0] >= '0' && name[0] <= '9' {
		name = "_" + name
	}
	switch name {
	case "Options", "Socket", "RequestError", "ListQuery", "Where", "Live", "Sent", "Transport", "Array", "Promise", "Record", "Error", "String", "Object", "Number", "URLSearchParams", "JSON":
		return name + "Record"
	}
	return name
}

// ofKind is the type of values in JSON.
func ofKind(k orm.Kind) string {
	if k == orm.KindDate || k == orm.KindDatetime {
		return "string"
	}
	return types.OfKind(k)
}

func keyOf(m *orm.Model) string {
	if m != nil {
		if a := m.Attribute(m.PrimaryKey); a != nil {
			return ofKind(a.Kind)
		}
	}
	return "any"
}

func (w *writer) attribute(a *orm.Attribute) string {
	if texts := types.Literals(a.Choices()); texts != "" {
		return texts
	}
	return ofKind(a.Kind)
}

// records are the interfaces of the models.
func (w *writer) records() {
	for _, m := range w.models() {
		w.line("export interface ", typeName(m), " {")
		for _, a := range m.Attributes {
			target := (*orm.Model)(nil)
			if a.Assoc != nil {
				target = w.project.ORM.Model(a.Assoc.Target)
			}
			switch {
			case a.Protected:
			case a.Assoc != nil && target == nil:
				w.line("  ", types.Key(a.Name), "?: any;")
			case a.Assoc != nil && a.Assoc.Collection:
				w.line("  ", types.Key(a.Name), "?: ", typeName(target), "[];")
			case a.Assoc != nil:
				w.line("  /** The key; the record where it is populated. */")
				w.line("  ", types.Key(a.Name), "?: ", keyOf(target), " | ", typeName(target), " | null;")
			case a.Name == m.PrimaryKey || a.Needed():
				w.line("  ", types.Key(a.Name), ": ", w.attribute(a), ";")
			default:
				w.line("  ", types.Key(a.Name), "?: ", w.attribute(a), " | null;")
			}
		}
		if m.Definition != nil && types.Open(m) {
			w.line("  [name: string]: any;")
		}
		w.line("}")
		w.line("export interface New", typeName(m), " {")
		for _, a := range m.Attributes {
			switch {
			case a.Clock || a.AutoCreatedAt || a.AutoUpdatedAt:
			case a.Assoc != nil && a.Assoc.Collection:
				w.line("  ", types.Key(a.Name), "?: (", keyOf(w.project.ORM.Model(a.Assoc.Target)), " | object)[];")
			case a.Assoc != nil:
				w.line("  ", types.Key(a.Name), "?: ", keyOf(w.project.ORM.Model(a.Assoc.Target)), " | object | null;")
			case a.Needed() && !a.HasDefault && !a.AutoIncrement:
				w.line("  ", types.Key(a.Name), ": ", w.attribute(a), ";")
			default:
				w.line("  ", types.Key(a.Name), "?: ", w.attribute(a), " | null;")
			}
		}
		if m.Definition != nil && types.Open(m) {
			w.line("  [name: string]: any;")
		}
		w.line("}")
	}
}

// client is the function that makes a client.
func (w *writer) client() {
	w.line("")
	w.line("export function createClient(options: Options = {}) {")
	w.line("  const transport = new Transport(options);")
	w.line("  return {")
	w.line("    /** The models, with their default actions. */")
	w.line("    models: {")
	for _, m := range w.models() {
		w.model(m)
	}
	w.line("    },")
	w.line("    /** The actions of the project. */")
	w.line("    actions: {")
	done := map[string]bool{}
	for i := range w.list {
		o := &w.list[i]
		if o.Action == "" || done[o.Action] {
			continue
		}
		done[o.Action] = true
		w.action(o)
	}
	w.line("    },")
	w.line("    /** Sends any request. */")
	w.line("    send: (method: string, path: string, sent?: { query?: Record<string, unknown>; body?: unknown }): Promise<any> => transport.send(method, path, sent),")
	w.line("  };")
	w.line("}")
	w.line("export type Client = ReturnType<typeof createClient>;")
}

// path is the expression of a path whose parameters are variables.
func path(o *openapi.Operation, names map[string]string) string {
	out := o.Path
	for _, name := range o.Params {
		out = strings.ReplaceAll(out, "{"+name+"}", "${part("+names[name]+")}")
	}
	if out == o.Path {
		return types.Text(out)
	}
	return "`" + out + "`"
}

// model are the default actions of a model.
func (w *writer) model(m *orm.Model) {
	find := func(action string, method string, assoc *orm.Association, params int) *openapi.Operation {
		for i := range w.list {
			o := &w.list[i]
			if o.Plain() && o.Model == m && o.Default == action && o.Assoc == assoc && (method == "" || o.Method == method) && len(o.Params) == params {
				return o
			}
		}
		return nil
	}
	name, key := typeName(m), keyOf(m)
	var aliases []string
	for _, a := range m.Associations {
		aliases = append(aliases, types.Text(a.Alias))
	}
	populate := ""
	if len(aliases) > 0 {
		populate = " & { populate?: (" + strings.Join(aliases, " | ") + ")[] | false }"
	}
	w.line("      ", types.Key(m.Identity), ": {")
	id := map[string]string{"id": "id", "parentid": "id", "childid": "child"}
	if o := find("find", http.MethodGet, nil, 0); o != nil {
		w.line("        find: (query: ListQuery<", name, ">", populate, " = {}): Promise<", name, "[]> => transport.send('GET', ", path(o, id), ", { query: { ...query } }),")
		w.line("        /** A list that changes with the server. */")
		w.line("        live: (query: ListQuery<", name, ">", populate, ", changed: (records: readonly ", name, "[]) => void): Live<", name, "> => transport.live<", name, ">(", types.Text(m.Identity), ", ",
			types.Text(m.PrimaryKey), ", ", path(o, id), ", { ...query }, changed),")
	}
	if o := find("findone", http.MethodGet, nil, 1); o != nil {
		query := "{}"
		if populate != "" {
			query = strings.TrimPrefix(populate, " & ")
		}
		w.line("        findOne: (id: ", key, ", query: ", query, " = {}): Promise<", name, "> => transport.send('GET', ", path(o, id), ", { query: { ...query } }),")
	}
	if o := find("create", http.MethodPost, nil, 0); o != nil {
		w.line("        create: (values: New", name, "): Promise<", name, "> => transport.send('POST', ", path(o, id), ", { body: values }),")
	}
	update := find("update", http.MethodPatch, nil, 1)
	if update == nil {
		update = find("update", http.MethodPut, nil, 1)
	}
	if update != nil {
		w.line("        update: (id: ", key, ", changes: Partial<New", name, ">): Promise<", name, "> => transport.send('", update.Method, "', ", path(update, id), ", { body: changes }),")
	}
	if o := find("destroy", http.MethodDelete, nil, 1); o != nil {
		w.line("        destroy: (id: ", key, "): Promise<", name, "> => transport.send('DELETE', ", path(o, id), "),")
	}
	for _, a := range m.Associations {
		w.association(m, a, find)
	}
	w.line("      },")
}

// association are the default actions on the records of an association.
func (w *writer) association(m *orm.Model, a *orm.Association, find func(action, method string, assoc *orm.Association, params int) *openapi.Operation) {
	target := w.project.ORM.Model(a.Target)
	if target == nil {
		return
	}
	id := map[string]string{"id": "id", "parentid": "id", "childid": "child"}
	child := map[string]string{"parentid": "id", "id": "child", "childid": "child"}
	var out []string
	if o := find("populate", http.MethodGet, a, 1); o != nil {
		result := typeName(target)
		if a.Collection {
			result += "[]"
		}
		out = append(out, "find: (id: "+keyOf(m)+"): Promise<"+result+"> => transport.send('GET', "+path(o, id)+")")
	}
	for _, each := range []struct{ action, method, name string }{{"add", http.MethodPut, "add"}, {"add", http.MethodPost, "add"}, {"remove", http.MethodDelete, "remove"}} {
		if o := find(each.action, each.method, a, 2); o != nil {
			out = append(out, each.name+": (id: "+keyOf(m)+", child: "+keyOf(target)+"): Promise<"+typeName(m)+"> => transport.send('"+each.method+"', "+path(o, child)+")")
		}
	}
	if o := find("replace", http.MethodPut, a, 1); o != nil {
		out = append(out, "replace: (id: "+keyOf(m)+", children: "+keyOf(target)+"[]): Promise<"+typeName(m)+"> => transport.send('PUT', "+path(o, id)+", { body: children })")
	}
	if len(out) > 0 {
		w.line("        ", types.Key(a.Alias), ": {")
		for _, each := range out {
			w.line("          ", each, ",")
		}
		w.line("        },")
	}
}

// action is one of the project's actions. Those without inputs take anything.
func (w *writer) action(o *openapi.Operation) {
	result, inputs, needed := "any", "Record<string, any>", len(o.Params) > 0
	if f := o.Function; f != nil {
		inputs = types.Inputs(f.Inputs)
		for i := range f.Exits {
			if f.Exits[i].Name == "success" {
				result = types.Output(&f.Exits[i])
			}
		}
		needed = slices.ContainsFunc(f.Inputs, func(i describe.Input) bool { return i.Required })
		w.b.WriteString(types.Doc("      ", f.Description))
	} else if len(o.Params) > 0 {
		var names []string
		for _, name := range o.Params {
			names = append(names, types.Key(name)+": string | number")
		}
		inputs = "{ " + strings.Join(names, "; ") + " } & Record<string, any>"
	}
	fallback := " = {}"
	if needed {
		fallback = ""
	}
	names := map[string]string{}
	var taken []string
	for i, name := range o.Params {
		variable := "p" + string(rune('0'+i%10))
		names[name] = variable
		taken = append(taken, types.Key(name)+": "+variable)
	}
	body := "inputs"
	open := "{ return "
	if len(taken) > 0 {
		open = "{ const { " + strings.Join(taken, ", ") + ", ...rest } = inputs as Record<string, any>; return "
		body = "rest"
	}
	sent := "{ body: " + body + " }"
	if o.Method == http.MethodGet || o.Method == http.MethodHead {
		sent = "{ query: { ..." + body + " } }"
	}
	w.line("      ", types.Key(strings.ReplaceAll(o.Action, ".", "/")), ": (inputs: ", inputs, fallback, "): Promise<", result, "> => ", open, "transport.send('", o.Method, "', ", path(o, names), ", ", sent, "); },")
}
