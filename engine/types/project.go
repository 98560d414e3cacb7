package types

import (
	"strings"

	"framework/engine/describe"
	"framework/engine/orm"
	"framework/engine/value"
)

// File is the path of the declarations in a project.
const File = "types/framework.d.ts"

// Project is what the declarations are about. It is not changed.
type Project struct {
	Dialect Dialect
	ORM     *orm.ORM
	Code    describe.Code
	// Config is the configuration; Function reports whether a value of it is a function.
	Config   *value.Map
	Function func(v any) bool
	// Policies and Responses are the names of their files.
	Policies, Responses []string
	// Assigned are members that scripts of the project set on objects of the server, by the
	// interface of the object: "Request".
	Assigned map[string][]string
	// Passport: the project has the package passport.
	Passport bool
}

// Declarations writes the file. The same project gives the same text.
func (p *Project) Declarations() []byte {
	w := &writer{project: p, models: p.models()}
	w.line("// What this project has, and what the server offers it. `framework types` writes this file:")
	w.line("// it is not to be edited. Further members of interfaces are declared in a file of their own.")
	w.line("")
	w.line("declare namespace framework {")
	w.b.WriteString(common)
	w.line("")
	w.b.WriteString(p.Dialect.models)
	w.line("")
	w.line("  // What this project has.")
	w.line("")
	w.names()
	w.shapes()
	w.helpers()
	w.actions()
	w.services()
	w.views()
	w.members()
	w.config()
	w.line("}")
	w.line("")
	w.globals()
	return []byte(w.b.String())
}

type writer struct {
	project *Project
	models  []*orm.Model
	b       strings.Builder
}

func (w *writer) line(parts ...string) {
	for _, part := range parts {
		w.b.WriteString(part)
	}
	w.b.WriteByte('\n')
}

// names are the unions of names.
func (w *writer) names() {
	p := w.project
	w.line("  type PolicyName = ", union(p.Policies, "never"), ";")
	w.line("  type HookName = ", union(p.Code.Hooks, "never"), ";")
	var actions []string
	for i := range p.Code.Actions {
		actions = append(actions, p.Code.Actions[i].Path)
	}
	w.line("  type ActionName = ", union(actions, "never"), ";")
}

// members are those that the project adds to objects of the server.
func (w *writer) members() {
	p := w.project
	added := map[string][]string{}
	seen := map[string]bool{}
	add := func(of, name, rest string) {
		if !seen[of+"."+name] && !builtin(of, name) {
			seen[of+"."+name] = true
			added[of] = append(added[of], Key(name)+rest)
		}
	}
	if p.Passport {
		for _, name := range []string{"login", "logIn", "logout", "logOut", "flash"} {
			add("Request", name, "(...args: any[]): any")
		}
		add("Request", "isAuthenticated", "(): boolean")
		add("Request", "isUnauthenticated", "(): boolean")
		add("Request", "user", "?: any")
	}
	for _, name := range p.Responses {
		add("Response", name, ": Answer")
	}
	for _, of := range []string{"Request", "Response", "App"} {
		for _, name := range p.Assigned[of] {
			add(of, name, "?: any")
		}
		if len(added[of]) > 0 {
			w.line("  interface ", of, " {", spaced(added[of]), "}")
		}
	}
}

// globals are the variables of the project.
func (w *writer) globals() {
	p := w.project
	w.line("declare const framework: framework.App;")
	if p.Code.App {
		w.line("declare const sails: framework.App;")
	}
	for _, name := range p.Code.Libraries {
		// Declared before those of packages of types, which are for modules then.
		w.line("declare const ", name, ": any;")
	}
	declared := map[string]bool{"framework": true, "sails": true, "_": true, "async": true}
	add := func(name, of string) {
		switch {
		case !isName(name) || declared[name]:
		case standard[name]:
			w.line("// The variable ", name, " is JavaScript's own name: use ", of, ".")
		default:
			declared[name] = true
			w.line("declare const ", name, ": ", of, ";")
		}
	}
	global := map[string]bool{}
	for i := range p.Code.Models {
		global[p.Code.Models[i].Identity] = p.Code.Models[i].Global
	}
	for _, m := range w.models {
		if global[m.Identity] {
			add(m.GlobalID, "framework.Model<"+Text(m.Identity)+">")
		}
	}
	for i := range p.Code.Services {
		if s := &p.Code.Services[i]; s.Global {
			add(s.Name, "framework.Services["+Text(s.Name)+"]")
		}
	}
}

// standard are names that the libraries of TypeScript declare, in every environment.
var standard = func() map[string]bool {
	out := map[string]bool{}
	for _, name := range strings.Fields(`Array ArrayBuffer Atomics BigInt Boolean DataView Date Error EvalError Function Infinity Intl JSON Map Math NaN
		Number Object Promise Proxy RangeError ReferenceError Reflect RegExp Set SharedArrayBuffer String Symbol SyntaxError TypeError URIError
		WeakMap WeakRef WeakSet Iterator AggregateError FinalizationRegistry globalThis undefined`) {
		out[name] = true
	}
	return out
}()

// models are those of the project.
func (p *Project) models() []*orm.Model {
	var out []*orm.Model
	for _, m := range p.ORM.Models() {
		if !m.Junction && m.Definition != nil && !m.Definition.Internal {
			out = append(out, m)
		}
	}
	return out
}
