package errmsg

import (
	_ "embed"
	"fmt"
	"regexp"
	"strings"

	"github.com/dop251/goja"
)

// spot is a line of a stack.
type spot struct {
	function  string // empty for none
	typeName  string // of this, empty at the top level
	method    string
	file      string // empty for a built-in function
	line      int
	column    int
	construct bool
	async     bool
	element   int // of Promise.all and its like, -1 for none
}

// String is the line as V8 writes it.
func (p *spot) String() string {
	where := "<anonymous>"
	if p.file != "" {
		where = fmt.Sprintf("%s:%d:%d", p.file, p.line, p.column)
	}
	name := p.function
	switch {
	case p.element >= 0:
		return fmt.Sprintf("async %s (index %d)", name, p.element)
	case p.async && name != "":
		name = "async " + name
	case p.async:
		return "async " + where
	case p.construct:
		name = "new " + orAnonymous(name)
	case p.typeName != "" && name == "":
		name = p.typeName + "." + orAnonymous(p.method)
	case p.method != "" && strings.HasSuffix(name, " "+p.method):
		name += " [as " + p.method + "]"
	case p.typeName != "":
		if !strings.Contains(name, ".") && !strings.HasPrefix(name, p.typeName) && !strings.HasPrefix(name, "[") {
			name = p.typeName + "." + name
		}
	}
	if name == "" {
		return where
	}
	return name + " (" + where + ")"
}

func orAnonymous(name string) string {
	if name == "" {
		return "<anonymous>"
	}
	return name
}

// place returns the line of a frame.
func (t *tracer) place(of *trace, n int) *spot {
	f := &of.frames[n]
	p := &spot{async: f.async, element: -1}
	if f.combinator != "" {
		p.function, p.element = f.combinator, f.index
		return p
	}
	if f.prg == nil {
		p.function = t.builtinName(f)
		p.typeName = t.receiver(f)
		if n+1 < len(of.frames) {
			p.construct = constructing(&of.frames[n+1])
		}
		return p
	}
	if p.function = functionName(f.prg); p.function == "" {
		p.function = nameOf(t.rt, f.callee) // of a class
	} else if name := nameOf(t.rt, f.callee); strings.HasSuffix(name, "et "+p.function) {
		p.function = name // of a getter
	}
	if src := t.source(f.prg); src != nil {
		text := src.Source()
		if p.function == "" {
			p.function = assigned(text, begin(f.prg))
		}
		offset := column(f.prg, f.pc, text)
		if f.async {
			offset = awaitAt(text, begin(f.prg), offset)
		}
		at := src.Position(offset)
		p.file, p.line, p.column = t.options.Position(at.Filename, at.Line, at.Column)
		if p.file == "" {
			p.file = "<anonymous>"
		}
	}
	if n+1 < len(of.frames) && !f.async {
		p.construct = constructing(&of.frames[n+1]) && t.constructed(f)
	}
	if !p.construct && !f.async {
		p.typeName = t.receiver(f)
		p.method = accessorName(p.function)
	}
	return p
}

// awaitAt returns the place of the await in front of an expression: V8 points to it where
// a function waits, which begins at from. goja may have kept the place of what gets the
// value instead, which is in front of the await.
func awaitAt(text string, from, at int) int {
	if from < 0 || at < from || at > len(text) {
		return at
	}
	found := at
	for _, m := range awaits.FindAllStringIndex(text[from:min(len(text), at+200)], -1) {
		if place := from + m[0]; place < at || found == at {
			found = place
		}
	}
	return found
}

var awaits = regexp.MustCompile(`\bawait\b`)

// accessorName is the member of a getter or setter.
func accessorName(function string) string {
	if name, ok := strings.CutPrefix(function, "get "); ok {
		return name
	}
	name, _ := strings.CutPrefix(function, "set ")
	if name == function {
		return ""
	}
	return name
}

// constructed reports whether this of a function may be an object that it makes.
func (t *tracer) constructed(f *frame) (is bool) {
	callee, ok := f.callee.(*goja.Object)
	if _, can := goja.AssertConstructor(orUndefined(f.callee)); !ok || !can {
		return false
	}
	this, ok := f.this.(*goja.Object)
	if !ok {
		return strings.HasPrefix(callee.String(), "class")
	}
	_ = t.rt.Try(func() { is = t.rt.InstanceOf(this, callee) })
	return is
}

// constructing reports whether a frame is at a call with new.
func constructing(caller *frame) bool {
	if caller.prg == nil || caller.async {
		return false
	}
	name, _ := instruction(caller.prg, caller.pc)
	return name == "_new" || name == "_newVariadic" || name == "superCall" || name == "_superCallVariadic"
}

// receiver is the class of this, empty at the top level.
func (t *tracer) receiver(f *frame) string {
	if isNullish(f.this) || f.this == t.rt.GlobalObject() {
		return ""
	}
	name := ""
	_ = t.rt.Try(func() {
		switch v := f.this.(type) {
		case *goja.Object:
			if _, callable := goja.AssertFunction(v); callable {
				if name = nameOf(t.rt, v); name == "" || f.prg == nil && !strings.HasPrefix(v.String(), "class ") {
					name = "Function"
				}
				return
			}
			if name = constructorOf(t.rt, v); name == "Object" {
				if tag, ok := v.GetSymbol(goja.SymToStringTag).(goja.String); ok && tag.Length() > 0 {
					name = tag.String() // JSON, Math and others
				}
			}
		default:
			kind := typeOf(v)
			name = strings.ToUpper(kind[:1]) + kind[1:]
		}
	})
	return name
}

func (t *tracer) builtinName(f *frame) string { return nameOf(t.rt, f.callee) }

// column returns the place in a text to which V8 points for an instruction.
func column(prg *goja.Program, pc int, text string) int {
	at := offset(prg, pc)
	name, operand := instruction(prg, pc)
	if at < 0 || at >= len(text) {
		return at
	}
	switch {
	case isCall(name) && text[at] == '(':
		end := len(strings.TrimRight(text[:at], " \t\r\n"))
		from := end
		for from > 0 && isWordByte(text[from-1]) {
			from--
		}
		if from < end {
			return from
		}
	case name == "getPropCallee":
		member := "." + memberName(operand)
		if i := strings.Index(text[at:min(len(text), at+1000)], member); i >= 0 {
			return ofCall(text, at+i+1)
		}
	case name == "getProp":
		return ofCall(text, at)
	case name == "_throwAssignToConst", strings.HasPrefix(name, "store"), strings.HasPrefix(name, "setGlobal"):
		end := at
		for end < len(text) && isWordByte(text[end]) {
			end++
		}
		for end < len(text) && (text[end] == ' ' || text[end] == '\t') {
			end++
		}
		return end
	case strings.HasPrefix(name, "setProp"), strings.HasPrefix(name, "_setElem"):
		if i := strings.IndexByte(text[at:min(len(text), at+1000)], '='); i >= 0 {
			return at + i
		}
	}
	return at
}

// ofCall returns the place of a member that is read: V8 points to the dot after a call.
func ofCall(text string, at int) int {
	if before, ok := strings.CutSuffix(text[:at], "."); ok && strings.HasSuffix(before, ")") {
		return at - 1
	}
	return at
}

func isWordByte(c byte) bool {
	return c == '_' || c == '$' || c == '#' || c >= 0x80 || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

// assigned returns the member to which the function at an offset is assigned:
// "exports.find" of "exports.find = function () {}".
func assigned(text string, at int) string {
	if at <= 0 || at > len(text) {
		return ""
	}
	before := strings.TrimRight(text[:at], " \t\r\n")
	before, ok := strings.CutSuffix(strings.TrimSuffix(before, "async"), "=")
	if !ok {
		return ""
	}
	before = strings.TrimRight(before, " \t\r\n")
	from := len(before)
	for from > 0 && (isWordByte(before[from-1]) || before[from-1] == '.') {
		from--
	}
	name := before[from:]
	if parts := strings.Split(name, "."); len(parts) > 2 && parts[len(parts)-2] == "prototype" {
		return parts[len(parts)-3] + "." + parts[len(parts)-1]
	}
	if !strings.Contains(name, ".") || strings.HasPrefix(name, ".") {
		return ""
	}
	return strings.TrimPrefix(name, "this.")
}

// memberOf is the name under which an object has a function, which is mostly its own.
func (t *tracer) memberOf(o *goja.Object, name string, callee goja.Value) (member string) {
	name = name[strings.LastIndexByte(name, '.')+1:]
	if name == "" || goja.IsUndefined(callee) {
		return ""
	}
	_ = t.rt.Try(func() {
		if o.Get(name) == callee {
			member = name
		}
	})
	return member
}

//go:embed callsite.js
var callSiteSource string

// callSite returns the object that Error.prepareStackTrace gets for a frame.
func (t *tracer) callSite(of *trace, n int) goja.Value {
	if t.site == nil {
		v, err := t.rt.RunScript("framework:callsite.js", callSiteSource)
		if err != nil {
			panic(err)
		}
		t.site, _ = goja.AssertFunction(v)
	}
	p, f := t.place(of, n), &of.frames[n]
	this, callee := goja.Undefined(), goja.Undefined()
	if f.callee != nil && f.prg != nil {
		callee = f.callee
	}
	text := p.String()
	if receiver, ok := f.this.(*goja.Object); ok && p.typeName != "" {
		if _, callable := goja.AssertFunction(receiver); callable {
			p.typeName = "Function" // the line has the name of the class
		}
		if p.method == "" {
			p.method = t.memberOf(receiver, p.function, callee)
		}
	}
	o := t.rt.NewObject()
	var element any
	if p.element >= 0 {
		_, p.function, _ = strings.Cut(p.function, ".")
		p.typeName, p.method, element = "Function", p.function, p.element
	}
	for name, v := range map[string]any{
		"element": element, "text": text, "file": p.file, "line": p.line, "column": p.column, "function": p.function, "type": p.typeName, "method": p.method,
		"construct": p.construct, "async": p.async, "native": f.prg == nil && p.element < 0, "this": this, "callee": callee,
	} {
		_ = o.Set(name, v) // does not fail on a new object
	}
	v, err := t.site(goja.Undefined(), o)
	if err != nil {
		panic(err)
	}
	return v
}
