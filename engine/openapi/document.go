package openapi

import (
	"cmp"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"framework/engine/describe"
	"framework/engine/orm"
	"framework/engine/value"
)

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }

// Document is the OpenAPI 3.1 document of the project.
func (p *Project) Document() *value.Map {
	set := &p.Settings
	info := value.Of("title", cmp.Or(set.Title, p.Name, "project"), "version", cmp.Or(set.Version, p.Version, "0.0.0"))
	if set.Description != "" {
		info.Set("description", set.Description)
	}
	out := value.Of("openapi", "3.1.0", "info", info)
	if len(set.Servers) > 0 {
		var servers []any
		for _, url := range set.Servers {
			servers = append(servers, value.Of("url", url))
		}
		out.Set("servers", servers)
	}
	list, omitted := p.Operations()
	paths := value.New(len(list))
	used := map[string]*orm.Model{}
	tags := map[string]bool{}
	for i := range list {
		o := &list[i]
		item, _ := paths.Value(o.Path).(*value.Map)
		if item == nil {
			item = value.New(4)
			paths.Set(o.Path, item)
		}
		if o.Model != nil {
			p.collect(used, o.Model)
		}
		tags[tag(o)] = true
		item.Set(strings.ToLower(o.Method), p.operation(o))
	}
	out.Set("paths", paths)
	schemas := value.New(2*len(used) + 1)
	for _, name := range sortedKeys(used) {
		m := used[name]
		schemas.Set(schemaName(m), p.record(m))
		schemas.Set("New"+schemaName(m), p.values(m, false))
		schemas.Set(schemaName(m)+"Changes", p.values(m, true))
	}
	schemas.Set("Error", p.failure())
	components := value.Of("schemas", schemas)
	if len(set.Security) > 0 {
		schemes := value.New(len(set.Security))
		for _, name := range set.schemes() {
			schemes.Set(name, set.Security[name])
		}
		components.Set("securitySchemes", schemes)
	}
	out.Set("components", components)
	var named []any
	for _, name := range sortedKeys(tags) {
		named = append(named, value.Of("name", name))
	}
	if len(named) > 0 {
		out.Set("tags", named)
	}
	if len(omitted) > 0 {
		var texts []any
		for _, text := range omitted {
			texts = append(texts, text)
		}
		out.Set("x-routes-with-regular-expressions", texts)
	}
	return out
}

// collect adds a model and those that its records may hold.
func (p *Project) collect(used map[string]*orm.Model, m *orm.Model) {
	if m == nil || used[m.Identity] != nil {
		return
	}
	used[m.Identity] = m
	for _, a := range m.Associations {
		p.collect(used, p.ORM.Model(a.Target))
	}
}

func tag(o *Operation) string {
	if o.Model != nil {
		return o.Model.Identity
	}
	if o.Action != "" {
		if of, _, ok := strings.Cut(strings.ReplaceAll(o.Action, ".", "/"), "/"); ok {
			return of
		}
		return "actions"
	}
	return "pages"
}

// failure is the schema of what an error answers as JSON.
func (p *Project) failure() *value.Map {
	members := value.Of("message", typed("string"))
	if p.Dialect.coded {
		members.Set("code", typed("string"))
		members.Set("details", typed("string"))
		members.Set("problems", value.Of("type", "array", "items", typed("string")))
	} else {
		members.Set("error", typed("string"))
		members.Set("status", typed("integer"))
		members.Set("summary", typed("string"))
		members.Set("model", typed("string"))
		members.Set("invalidAttributes", typed("object"))
	}
	return value.Of("type", "object", "properties", members)
}

func (p *Project) operation(o *Operation) *value.Map {
	out := value.Of("operationId", o.ID, "tags", []any{tag(o)})
	if o.Function != nil {
		if o.Function.Name != "" {
			out.Set("summary", o.Function.Name)
		}
		if o.Function.Description != "" {
			out.Set("description", o.Function.Description)
		}
	} else if o.Default != "" && o.Model != nil {
		out.Set("summary", summary(o))
	}
	body := o.Method != http.MethodGet && o.Method != http.MethodHead
	parameters := p.pathParameters(o)
	if o.Default != "" && o.Model != nil {
		parameters = append(parameters, p.queries(o)...)
		if schema := p.body(o); body && schema != nil {
			out.Set("requestBody", value.Of("required", true, "content", inBody(schema)))
		}
	}
	if f := o.Function; f != nil {
		inputs := without(f.Inputs, o.Params)
		if body && len(inputs) > 0 {
			out.Set("requestBody", value.Of("required", slices.ContainsFunc(inputs, func(i describe.Input) bool { return i.Required }), "content", inBody(object(inputs))))
		} else if !body {
			for i := range inputs {
				parameters = append(parameters, query(inputs[i].Name, input(&inputs[i]), inputs[i].Description, inputs[i].Required))
			}
		}
	}
	if len(parameters) > 0 {
		out.Set("parameters", parameters)
	}
	out.Set("responses", p.answers(o))
	p.secure(o, out)
	return out
}

func summary(o *Operation) string {
	name := o.Model.GlobalID
	of := ""
	if o.Assoc != nil {
		of = o.Assoc.Alias
	}
	return map[string]string{
		"find": "List records of " + name, "findone": "Read a " + name, "create": "Create a " + name, "update": "Change a " + name,
		"destroy": "Delete a " + name, "populate": "Read " + of + " of a " + name, "add": "Add to " + of + " of a " + name,
		"remove": "Remove from " + of + " of a " + name, "replace": "Replace " + of + " of a " + name,
	}[o.Default]
}

// without are the inputs that are no parameters of the path.
func without(list []describe.Input, names []string) []describe.Input {
	return slices.DeleteFunc(slices.Clone(list), func(i describe.Input) bool { return slices.Contains(names, i.Name) })
}

func object(list []describe.Input) *value.Map {
	members := value.New(len(list))
	var needed []any
	for i := range list {
		members.Set(list[i].Name, input(&list[i]))
		if list[i].Required {
			needed = append(needed, list[i].Name)
		}
	}
	out := value.Of("type", "object", "properties", members)
	if len(needed) > 0 {
		out.Set("required", needed)
	}
	return out
}

func inJSON(schema *value.Map) *value.Map {
	return value.Of("application/json", value.Of("schema", schema))
}

// inBody are the types of bodies that the server reads.
func inBody(schema *value.Map) *value.Map {
	out := inJSON(schema)
	out.Set("application/x-www-form-urlencoded", value.Of("schema", schema))
	return out
}

// pathParameters are those of the path.
func (p *Project) pathParameters(o *Operation) []any {
	var out []any
	for _, name := range o.Params {
		schema := typed("string")
		switch {
		case o.Model != nil && (name == "id" || name == "parentid"):
			schema = key(o.Model)
			if name == "id" && o.Assoc != nil {
				schema = key(p.ORM.Model(o.Assoc.Target))
			}
		case o.Model != nil && o.Assoc != nil && name == "childid":
			schema = key(p.ORM.Model(o.Assoc.Target))
		case o.Function != nil:
			for i := range o.Function.Inputs {
				if o.Function.Inputs[i].Name == name {
					schema = input(&o.Function.Inputs[i])
				}
			}
		}
		if schema.Len() == 0 {
			schema = typed("string")
		}
		out = append(out, value.Of("name", name, "in", "path", "required", true, "schema", schema))
	}
	return out
}

func query(name string, schema *value.Map, description string, required bool) *value.Map {
	out := value.Of("name", name, "in", "query", "schema", schema)
	if description != "" {
		out.Set("description", description)
	}
	if required {
		out.Set("required", true)
	}
	return out
}

// queries are the parameters that a default action reads of the query.
func (p *Project) queries(o *Operation) []any {
	var out []any
	add := func(name string, schema *value.Map, description string) {
		out = append(out, query(name, schema, description, false))
	}
	of := o.Model
	if o.Assoc != nil {
		of = p.ORM.Model(o.Assoc.Target)
	}
	many := o.Default == "find" || o.Default == "populate" && o.Assoc != nil && o.Assoc.Collection
	if many {
		add("where", typed("string"), "Criteria as JSON.")
		add("limit", typed("integer"), "How many records are answered at most.")
		add("skip", typed("integer"), "How many records are skipped.")
		add("sort", typed("string"), `"name ASC", or JSON.`)
	}
	if p.Dialect.projects && (many || o.Default == "findone") {
		add("select", typed("string"), "Names of attributes, with commas.")
		add("omit", typed("string"), "Names of attributes, with commas.")
	}
	if (o.Default == "find" || o.Default == "findone") && len(o.Model.Associations) > 0 {
		add("populate", typed("string"), "Names of associations, with commas; false for none.")
	}
	if many && of != nil && o.Default == "find" {
		for _, a := range of.Attributes {
			if a.Protected || a.Sensitive || a.Assoc != nil && a.Assoc.Collection {
				continue
			}
			if schema := ofKind(a); a.Assoc == nil && schema.Len() > 0 && schema.Value("type") != "array" {
				add(a.Name, schema, "Only records with this value.")
			}
		}
	}
	return out
}

// body is the schema of the body of a default action, nil for none.
func (p *Project) body(o *Operation) *value.Map {
	switch o.Default {
	case "create":
		if o.Method == http.MethodPost {
			return ref("New" + schemaName(o.Model))
		}
	case "update":
		return ref(schemaName(o.Model) + "Changes")
	case "add":
		if p.Dialect.bodies && o.Assoc != nil && o.Method == http.MethodPost && !slices.Contains(o.Params, "id") {
			if target := p.ORM.Model(o.Assoc.Target); target != nil {
				return ref(schemaName(target) + "Changes")
			}
		}
	case "replace":
		if o.Assoc != nil {
			return value.Of("type", "array", "items", key(p.ORM.Model(o.Assoc.Target)))
		}
	}
	return nil
}

// answers are the responses by their status.
func (p *Project) answers(o *Operation) *value.Map {
	out := map[string]*value.Map{}
	set := func(status, description string, content *value.Map) {
		if out[status] == nil {
			out[status] = value.Of("description", description)
			if content != nil {
				out[status].Set("content", content)
			}
		}
	}
	failed := func(status, description string) { set(status, description, inJSON(ref("Error"))) }
	word, rest, _ := strings.Cut(o.Binding.Target, " ")
	switch {
	case o.Default != "" && o.Model != nil:
		p.defaultAnswers(o, set, failed)
	case o.Function != nil:
		p.exits(o.Function, set, failed)
	case word == "view":
		set("200", "The page "+rest+".", value.Of("text/html", value.Of("schema", typed("string"))))
	case word == "redirect":
		set("302", "Another address: "+rest+".", nil)
	case word == "response" && standardResponses[rest] != "":
		set(standardResponses[rest], "The response "+rest+".", nil)
	default:
		set("default", "What the action answers.", nil)
	}
	if g := o.Binding.Guard; g != nil && len(g.Policies) > 0 {
		failed("403", "Refused by a policy.")
	}
	if out["default"] == nil {
		failed("default", "Another error.")
	}
	answers := value.New(len(out))
	for _, status := range sortedKeys(out) {
		answers.Set(status, out[status])
	}
	return answers
}

// standardResponses are the statuses of the responses of the server.
var standardResponses = map[string]string{
	"ok": "200", "created": "201", "badRequest": "400", "unauthorized": "401", "forbidden": "403", "notFound": "404", "serverError": "500",
}

func (p *Project) defaultAnswers(o *Operation, set func(status, description string, content *value.Map), failed func(status, description string)) {
	one := inJSON(ref(schemaName(o.Model)))
	list := inJSON(value.Of("type", "array", "items", ref(schemaName(o.Model))))
	switch o.Default {
	case "find":
		set("200", "The records.", list)
	case "create":
		set(p.Dialect.created, "The new record.", one)
	case "populate":
		if o.Assoc != nil {
			if target := p.ORM.Model(o.Assoc.Target); target != nil {
				one = inJSON(ref(schemaName(target)))
				if o.Assoc.Collection && len(o.Params) < 2 {
					one = inJSON(value.Of("type", "array", "items", ref(schemaName(target))))
				}
			}
		}
		set("200", "The records of the association.", one)
	default:
		set("200", "The record.", one)
	}
	if o.Default != "find" && o.Default != "create" {
		failed("404", "There is no such record.")
	}
	failed("400", "The request is not valid: a value, a criteria, or the name of an attribute.")
}

// exits are the answers of an action by what its exits say.
func (p *Project) exits(f *describe.Function, set func(status, description string, content *value.Map), failed func(status, description string)) {
	for i := range f.Exits {
		e := &f.Exits[i]
		if e.Name == "error" {
			continue
		}
		status := "500"
		if e.Name == "success" {
			status = "200"
		}
		if e.Response == "redirect" {
			status = "302"
		} else if known := standardResponses[e.Response]; known != "" {
			status = known
		}
		if e.Status >= 100 && e.Status < 600 {
			status = strconv.Itoa(e.Status)
		}
		var content *value.Map
		switch schema := ofInput(e.Type); {
		case e.View != "" || e.Response == "view":
			content = value.Of("text/html", value.Of("schema", typed("string")))
		case e.Type != nil:
			content = inJSON(schema)
		}
		set(status, cmp.Or(e.Description, "The exit "+e.Name+"."), content)
	}
	set("200", "Done.", nil)
	if len(f.Inputs) > 0 {
		failed("400", "An input is missing or has another type.")
	}
}

// secure says which policies a request has to pass, and what they ask for where the
// configuration says so.
func (p *Project) secure(o *Operation, out *value.Map) {
	g := o.Binding.Guard
	if g == nil || len(g.Policies) == 0 {
		return
	}
	var names []any
	needed := value.New(1)
	for _, name := range g.Policies {
		names = append(names, name)
		if p.Settings.Security[name] != nil {
			needed.Set(name, []any{})
		}
	}
	if needed.Len() > 0 {
		out.Set("security", []any{needed})
	}
	out.Set("x-policies", names)
}
