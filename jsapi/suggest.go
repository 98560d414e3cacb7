package jsapi

import (
	"iter"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/dop251/goja"

	"framework/engine/spelling"
)

// notAFunction matches the message of a call of a member that is not there.
var notAFunction = regexp.MustCompile(`^((?:[\pL_$][\pL\pN_$]*\.)+)([\pL_$][\pL\pN_$]*) is not a function$`)

// notDefined matches the message of a name that is not there. EJS puts lines of the template
// in front of it.
var notDefined = regexp.MustCompile(`(?:^|\n)([\pL_$][\pL\pN_$]*) is not defined$`)

// Absent sets what says why a name is no global, as the hint of errors about it; "" for what is
// not known.
func (x *exceptions) Absent(why func(name string) string) { x.absent = why }

// Describe declares that local variables of a name, such as res, usually hold an object
// like that: then errors about their members suggest what was probably meant.
func (x *exceptions) Describe(name string, object *goja.Object) {
	if x.described == nil {
		x.described = map[string]*goja.Object{}
	}
	x.described[name] = object
}

// suggestion is the hint of an error about a name that does not exist: what was probably
// meant, "" if nothing is close.
func (x *exceptions) suggestion(e *ScriptError) (hint string) {
	if e.Name != "TypeError" && e.Name != "ReferenceError" {
		return ""
	}
	_ = x.rt.Try(func() { // members of the project's objects may throw
		switch m := notAFunction.FindStringSubmatch(e.Message); {
		case m != nil:
			of := strings.TrimSuffix(m[1], ".")
			if near := spelling.Member(m[2], x.functionsOf(x.resolve(strings.Split(of, ".")))); near != "" {
				hint = "did you mean " + of + "." + near + "?"
			}
		case notDefined.MatchString(e.Message):
			name := notDefined.FindStringSubmatch(e.Message)[1]
			if x.absent != nil {
				if hint = x.absent(name); hint != "" {
					return
				}
			}
			if near := spelling.Member(name, slices.Values(x.rt.GlobalObject().GetOwnPropertyNames())); near != "" && near != name {
				hint = "did you mean " + near + "?"
			}
		}
	})
	return hint
}

// resolve is the object that an expression names, nil if it cannot be known: its first
// word is a global, or a local variable that Describe knows.
func (x *exceptions) resolve(path []string) *goja.Object {
	v := x.rt.GlobalObject().Get(path[0])
	if described, ok := x.described[path[0]]; ok && (v == nil || goja.IsUndefined(v)) {
		v = described
	}
	for _, name := range path[1:] {
		o, ok := v.(*goja.Object)
		if !ok {
			return nil
		}
		v = o.Get(name)
	}
	o, _ := v.(*goja.Object)
	return o
}

// functionsOf are the names of the functions that an object has for others to call, itself or
// from its prototypes other than those of the language.
func (x *exceptions) functionsOf(o *goja.Object) iter.Seq[string] {
	names := map[string]bool{}
	for depth := 0; o != nil && depth < maxPrototypes; depth++ {
		if o.SameAs(x.rt.GlobalObject().Get("Object").ToObject(x.rt).Get("prototype")) {
			break
		}
		for _, name := range o.GetOwnPropertyNames() {
			_ = x.rt.Try(func() { // a getter may throw
				if _, ok := goja.AssertFunction(o.Get(name)); ok && name != "constructor" && !strings.HasPrefix(name, "_") {
					names[name] = true
				}
			})
		}
		o = o.Prototype()
	}
	return slices.Values(slices.Sorted(maps.Keys(names)))
}

// maxPrototypes is how many prototypes of an object are looked at.
const maxPrototypes = 10

// Missing looks for the first member of a chain such as res.jsn or sails.helpers.sendEmial
// that is not there although a similar one is: at is its index, near the similar name, "" if
// nothing of it can be said. called says that the last member is called. Call it on the loop.
func (x *exceptions) Missing(chain []string, called bool) (at int, near string) {
	_ = x.rt.Try(func() { at, near = x.missing(chain, called) }) // members of the project's objects may throw
	return at, near
}

func (x *exceptions) missing(chain []string, called bool) (at int, near string) {
	global := x.rt.GlobalObject()
	if _, described := x.described[chain[0]]; !described && global.Get(chain[0]) == nil {
		return 0, spelling.Member(chain[0], slices.Values(global.GetOwnPropertyNames()))
	}
	of := x.resolve(chain[:1])
	for i, name := range chain[1:] {
		last := i == len(chain)-2
		if of == nil {
			return 0, ""
		}
		member := of.Get(name)
		if member == nil || goja.IsUndefined(member) { // objects of Go have no nil
			if last && called {
				return i + 1, spelling.Member(name, x.functionsOf(of))
			}
			return i + 1, spelling.Member(name, slices.Values(of.GetOwnPropertyNames()))
		}
		of, _ = member.(*goja.Object)
	}
	return 0, ""
}
