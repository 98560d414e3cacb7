package errmsg

import (
	"reflect"
	"strings"
	"unicode"

	"github.com/dop251/goja"
	"github.com/dop251/goja/unistring"
)

// inCode returns the kind and the message of an error that an instruction makes. An
// empty kind is the one of goja; an empty message means that it is none of these.
func inCode(s *site) (kind, message string) {
	if s.prg == nil {
		return "", ""
	}
	switch name := s.instruction; {
	case strings.HasPrefix(s.text, "Cannot read property '"):
		return "", s.reading()
	case s.text == noObject && strings.HasPrefix(name, "set"), s.text == noObject && strings.HasPrefix(name, "_setElem"):
		return "", s.setting()
	case s.text == "" && strings.HasPrefix(name, "_setElem"):
		return "", s.readOnly(key(s.rt, s.top(2)))
	case isCall(name) && s.notCallable():
		return "", s.calling()
	case (name == "_new" || name == "_newVariadic") && s.kind == "TypeError" && (s.notCallable() || strings.HasSuffix(s.text, "is not a constructor")):
		return "", say(notConstructor, s.calleeText())
	case s.text == "Cannot access a variable before initialization":
		return "", s.unready()
	case name == "_checkObjectCoercible", name == "_createDestructSrc":
		return "", s.destructuring()
	case name == "_iterate", name == "_iterateP", name == "_pushArraySpread", name == "_pushSpread":
		return "", s.iterating()
	}
	return s.operating()
}

func isCall(instruction string) bool {
	return instruction == "call" || strings.HasPrefix(instruction, "_call") || strings.HasPrefix(instruction, "callEval")
}

// notCallable reports whether goja complains about what is called.
func (s *site) notCallable() bool {
	if strings.HasPrefix(s.text, "Could not convert ") { // it puts what is called into its message
		_, callable := goja.AssertFunction(s.calledValue())
		return !callable
	}
	for _, begin := range []string{"Object has no member '", "Value is not an object: ", "Not a function: ", "Class constructor cannot ", "proxy target is not a function"} {
		if strings.HasPrefix(s.text, begin) {
			return true
		}
	}
	return false
}

// reading names the member that is read of null or undefined.
func (s *site) reading() string {
	value := s.top(1)
	var member string
	switch s.instruction {
	case "_getElem", "_getElemCallee", "_getKey":
		value, member = s.top(2), key(s.rt, s.top(1))
	case "_getElemRecv":
		member = key(s.rt, s.top(2))
	case "_getElemRecvCallee":
		value, member = s.top(2), key(s.rt, s.top(1))
	default:
		if s.operand.Kind() != reflect.String {
			return ""
		}
		member = memberName(s.operand)
	}
	return unreadable(value, member)
}

// unreadable is the message for a member of null or undefined.
func unreadable(value goja.Value, member string) string {
	if member == iteratorKey {
		return say(notIterableValue, Described(value))
	}
	return say(cannotRead, shownNullish(value), member)
}

// setting names the member that is set of null or undefined.
func (s *site) setting() string {
	if s.operand.Kind() == reflect.String {
		return say(cannotSet, shownNullish(s.top(2)), memberName(s.operand))
	}
	return say(cannotSet, shownNullish(s.top(3)), key(s.rt, s.top(2)))
}

func shownNullish(v goja.Value) string {
	if v != nil && goja.IsNull(v) {
		return "null"
	}
	return "undefined"
}

// memberName is the name in an instruction.
func memberName(v reflect.Value) string { return unistring.String(v.String()).String() }

// calling names what is called and is no function.
func (s *site) calling() string {
	if s.text == "Class constructor cannot be invoked without 'new'" {
		return say(classCalled, s.nameOf(s.calledValue()))
	}
	if text := s.calleeText(); text != "" {
		return say(notFunction, text)
	}
	if name, ok := matched(s.text, "Object has no member '%'"); ok {
		return say(notFunction, intermediate+"."+name[0])
	}
	return say(notFunction, Shown(s.rt, s.calledValue()))
}

// calledValue is the value that a call instruction calls. Where arguments are spread, a
// mark is below it on the stack.
func (s *site) calledValue() goja.Value {
	if s.instruction == "_callVariadic" {
		for n := 1; s.top(n) != nil; n++ {
			if mark, ok := s.top(n).(*goja.Symbol); ok && mark.String() == "[variadic marker]" {
				return s.top(n - 2)
			}
		}
	}
	if s.operand.Kind() == reflect.Uint32 {
		return s.top(int(s.operand.Uint()) + 1)
	}
	return nil
}

// unready names the variable that is used before its declaration.
func (s *site) unready() string {
	src := s.source(s.prg)
	at := s.position()
	if src == nil || at < 0 || at >= len(src.Source()) {
		return ""
	}
	rest := src.Source()[at:]
	end := strings.IndexFunc(rest, func(c rune) bool { return c != '_' && c != '$' && !unicode.IsLetter(c) && !unicode.IsDigit(c) })
	if end <= 0 {
		return ""
	}
	return say(notReady, rest[:end])
}

// destructuring names the pattern whose value has no members.
func (s *site) destructuring() string {
	value, member := s.top(1), s.nextKey()
	if s.instruction == "_createDestructSrc" {
		member = ""
	}
	p := s.destructured(member)
	if p.inner && member != "" {
		return say(cannotRead, shownNullish(value), member)
	}
	source := p.source
	if !p.found || p.plain || source == "" {
		source = Described(value)
	}
	if member == "" {
		return say(cannotDestructure, source, shownNullish(value))
	}
	return say(cannotDestructureMember, member, source, shownNullish(value))
}

// iterating names what is not iterable.
func (s *site) iterating() string {
	value := s.top(1)
	if o, ok := value.(*goja.Object); ok {
		if m := o.GetSymbol(goja.SymIterator); m != nil && strings.HasPrefix(s.text, "Value is not an object") {
			return iteratorNoObject
		}
	}
	if s.instruction == "_pushSpread" && s.text != noObject {
		return spreadNeeds
	}
	it := s.iteratedText()
	switch {
	case it.plain || it.text == "":
		return say(notIterableValue, Described(value))
	case s.instruction == "_pushSpread":
		return say(notIterableArgument, it.text)
	case it.call:
		return say(notIterableCall, it.text)
	}
	return say(notIterable, it.text)
}

// operating is for the operators, classes and private members.
func (s *site) operating() (kind, message string) {
	switch s.instruction {
	case "_op_in":
		if _, ok := s.top(1).(*goja.Object); !ok {
			return "", say(cannotSearch, key(s.rt, s.top(2)), Shown(s.rt, s.top(1)))
		}
	case "_op_instanceof":
		return "", s.instance()
	case "newDerivedClass":
		if s.text == "Class extends value is not a constructor or null" {
			return "", say(cannotExtend, Shown(s.rt, s.top(1)))
		}
		if o, ok := s.top(1).(*goja.Object); ok {
			return "", say(extendsPrototype, Shown(s.rt, o.Get("prototype")))
		}
	case "superCall", "_superCallVariadic":
		if s.text == "Super constructor is not a constructor" {
			return "", s.superConstructor()
		}
	}
	if s.operand.Kind() == reflect.Struct && strings.Contains(s.instruction, "PrivateProp") {
		return "", s.private()
	}
	return "", ""
}

func (s *site) instance() string {
	right, ok := s.top(1).(*goja.Object)
	if !ok {
		return instanceOfValue
	}
	if _, callable := goja.AssertFunction(right); !callable {
		return instanceOfObject
	}
	return say(instanceNoPrototype, Shown(s.rt, right.Get("prototype")))
}

func (s *site) superConstructor() string {
	class, ok := (*s.stack)[max(*s.sb-1, 0)].(*goja.Object)
	if !ok {
		return ""
	}
	parent := "null"
	if p := class.Prototype(); p != nil && s.nameOf(p) != "" {
		parent = Shown(s.rt, p)
	}
	return say(superNoConstructor, parent, s.nameOf(class))
}

// private is for private members.
func (s *site) private() string {
	name := s.operand.FieldByName("name")
	if name.Kind() != reflect.String {
		return ""
	}
	member := "#" + memberName(name)
	if value := s.top(1); strings.HasPrefix(s.text, "Value is not an object") && isNullish(value) {
		return say(cannotRead, shownNullish(value), member)
	}
	if strings.HasPrefix(s.text, "Cannot write private member ") {
		return say(cannotWritePrivate, member)
	}
	return ""
}
