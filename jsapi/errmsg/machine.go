package errmsg

import (
	"fmt"
	"reflect"
	"sort"
	"unsafe"

	"github.com/dop251/goja"
	"github.com/dop251/goja/file"
)

// machine reads the state of the VM when an error is made. goja does not export it:
// the fields are found by name and type once for each realm, and newMachine fails if
// goja has changed.
type machine struct {
	rt     *goja.Runtime
	prg    **goja.Program // that is running, nil in a built-in function
	pc     *int
	sp     *int
	sb     *int // stack[sb] is this, or the first argument of a built-in function
	stack  *[]goja.Value
	calls  reflect.Value // the frames below
	runner reflect.Value // of the async function that runs, nil for none
	// interrupted is not 0 when the turn is to end.
	interrupted             *uint32
	chain                           // of promises
	callPrg, callPC, callSB uintptr // offsets in one of them
	src                     uintptr // offset of goja.Program.src
	frame                   uintptr // offset of goja.StackFrame.prg
	at                      uintptr // offset of goja.StackFrame.pc
}

func newMachine(rt *goja.Runtime) (m *machine, err error) {
	m = &machine{rt: rt}
	vm, err := field(reflect.ValueOf(rt), "vm", reflect.Pointer)
	if err != nil {
		return nil, err
	}
	for name, into := range map[string]any{"prg": &m.prg, "pc": &m.pc, "sp": &m.sp, "sb": &m.sb, "interrupted": &m.interrupted} {
		if err := point(into, vm, name); err != nil {
			return nil, err
		}
	}
	stack, err := field(vm, "stack", reflect.Slice)
	if err != nil {
		return nil, err
	}
	if stack.Type().Elem() != reflect.TypeFor[goja.Value]() {
		return nil, fmt.Errorf("the stack of goja holds %s", stack.Type().Elem())
	}
	m.stack = (*[]goja.Value)(unsafe.Pointer(stack.UnsafeAddr()))
	if m.calls, err = field(vm, "callStack", reflect.Slice); err != nil {
		return nil, err
	}
	if m.runner, err = field(vm, "curAsyncRunner", reflect.Pointer); err != nil {
		return nil, err
	}
	if m.chain, err = newChain(m.runner.Type().Elem()); err != nil {
		return nil, err
	}
	if err := m.learn(rt); err != nil {
		return nil, err
	}
	for _, f := range []struct {
		of    reflect.Type
		name  string
		is    reflect.Type
		place *uintptr
	}{
		{m.calls.Type().Elem(), "prg", reflect.TypeFor[*goja.Program](), &m.callPrg},
		{m.calls.Type().Elem(), "pc", reflect.TypeFor[int](), &m.callPC},
		{m.calls.Type().Elem(), "sb", reflect.TypeFor[int](), &m.callSB},
		{reflect.TypeFor[goja.Program](), "src", reflect.TypeFor[*file.File](), &m.src},
		{reflect.TypeFor[goja.StackFrame](), "prg", reflect.TypeFor[*goja.Program](), &m.frame},
		{reflect.TypeFor[goja.StackFrame](), "pc", reflect.TypeFor[int](), &m.at},
	} {
		found, ok := f.of.FieldByName(f.name)
		if !ok || found.Type != f.is {
			return nil, fmt.Errorf("%s of goja has no %s that is a %s", f.of.Name(), f.name, f.is)
		}
		*f.place = found.Offset
	}
	return m, nil
}

// field returns a field of the structure that v points to.
func field(v reflect.Value, name string, kind reflect.Kind) (reflect.Value, error) {
	f := v.Elem().FieldByName(name)
	if !f.IsValid() || f.Kind() != kind {
		return f, fmt.Errorf("%s of goja has no %s that is a %s", v.Type().Elem().Name(), name, kind)
	}
	return f, nil
}

// point sets *into to the address of a field, whose type has to be the one that *into
// points to.
func point(into any, v reflect.Value, name string) error {
	f := v.Elem().FieldByName(name)
	target := reflect.ValueOf(into).Elem()
	if !f.IsValid() || f.Type() != target.Type().Elem() {
		return fmt.Errorf("%s of goja has no %s that is a %s", v.Type().Elem().Name(), name, target.Type().Elem())
	}
	target.Set(reflect.NewAt(f.Type(), unsafe.Pointer(f.UnsafeAddr())))
	return nil
}

// depth is how many calls are open.
func (m *machine) depth() int { return m.calls.Len() }

// callAt returns the registers of an open call: its program, which is nil for a
// built-in function, the position in it, and the base of its values on the stack.
func (m *machine) callAt(n int) (prg *goja.Program, pc, sb int) {
	c := unsafe.Pointer(m.calls.Index(n).UnsafeAddr())
	return *(**goja.Program)(unsafe.Add(c, m.callPrg)), *(*int)(unsafe.Add(c, m.callPC)), *(*int)(unsafe.Add(c, m.callSB))
}

// top returns the value n places below the top of the stack, from 1; nil if there is
// none.
func (m *machine) top(n int) goja.Value {
	if at := *m.sp - n; at >= 0 && at < len(*m.stack) {
		return (*m.stack)[at]
	}
	return nil
}

// instruction returns the name and the value of the current instruction of a program.
func instruction(p *goja.Program, pc int) (name string, v reflect.Value) {
	code := reflect.ValueOf(p).Elem().FieldByName("code")
	if !code.IsValid() || pc < 0 || pc >= code.Len() {
		return "", v
	}
	v = code.Index(pc).Elem()
	if v.Kind() == reflect.Pointer {
		return v.Type().Elem().Name(), v.Elem()
	}
	return v.Type().Name(), v
}

// offset returns the position of an instruction in the text of its program.
func offset(p *goja.Program, pc int) int {
	list := reflect.ValueOf(p).Elem().FieldByName("srcMap")
	if !list.IsValid() {
		return 0
	}
	i := sort.Search(list.Len(), func(i int) bool { return list.Index(i).Field(0).Int() > int64(pc) }) - 1
	if i < 0 {
		return 0
	}
	return int(list.Index(i).Field(1).Int())
}

// source returns the file of a program, nil if it has none.
func (m *machine) source(p *goja.Program) *file.File {
	return *(**file.File)(unsafe.Add(unsafe.Pointer(p), m.src))
}

// program returns the program and the position of the instruction of a frame.
func (m *machine) program(f *goja.StackFrame) (*goja.Program, int) {
	p := unsafe.Pointer(f)
	return *(**goja.Program)(unsafe.Add(p, m.frame)), *(*int)(unsafe.Add(p, m.at))
}
