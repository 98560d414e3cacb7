package errmsg

import (
	"fmt"
	"reflect"
	"unsafe"

	"github.com/dop251/goja"
)

// maker is how goja makes objects with a constructor that is built in.
type maker = func(args []goja.Value, newTarget *goja.Object) *goja.Object

// hook lets wrap replace how a built-in constructor makes objects, for JavaScript and
// for goja itself.
func hook(constructor *goja.Object, wrap func(old maker) maker) error {
	return wrapField(constructor, "construct", wrap)
}

// hookCall is hook for calls without new.
func hookCall(constructor *goja.Object, wrap func(old native) native) error {
	return wrapField(constructor, "f", wrap)
}

// WrapNative lets wrap replace what a built-in function does.
func WrapNative(fn *goja.Object, wrap func(old func(goja.FunctionCall) goja.Value) func(goja.FunctionCall) goja.Value) error {
	return hookCall(fn, wrap)
}

// WrapMaker lets wrap replace how a built-in constructor makes objects.
func WrapMaker(constructor *goja.Object, wrap func(old func(args []goja.Value, newTarget *goja.Object) *goja.Object) func(args []goja.Value, newTarget *goja.Object) *goja.Object) error {
	return hook(constructor, wrap)
}

// native is the type of goja's built-in functions.
type native = func(call goja.FunctionCall) goja.Value

func wrapField[T any](constructor *goja.Object, name string, wrap func(old T) T) error {
	self := reflect.ValueOf(constructor).Elem().FieldByName("self")
	if !self.IsValid() || self.Kind() != reflect.Interface || self.Elem().Kind() != reflect.Pointer {
		return fmt.Errorf("an object of goja is a %s", self.Kind())
	}
	f, err := field(self.Elem(), name, reflect.Func)
	if err != nil {
		return err
	}
	if f.Type() != reflect.TypeFor[T]() {
		return fmt.Errorf("%s of a constructor of goja is a %s", name, f.Type())
	}
	made := (*T)(unsafe.Pointer(f.UnsafeAddr()))
	*made = wrap(*made)
	return nil
}
