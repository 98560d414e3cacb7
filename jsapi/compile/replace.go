package compile

import (
	"reflect"

	"github.com/dop251/goja/ast"
)

// Replace calls visit for the expressions, and for the pointers to other nodes, from root
// on, outer ones first. An expression is replaced with the one that visit returns, unless
// that is nil. Where descend is false, what is below is left out.
func Replace(root any, visit func(node any) (replacement ast.Expression, descend bool)) {
	var walk func(v reflect.Value)
	walk = func(v reflect.Value) {
		switch v.Kind() {
		case reflect.Interface:
			if v.IsNil() {
				return
			}
			if e := v.Elem(); e.Kind() != reflect.Pointer || e.IsNil() {
				walk(e)
				return
			}
			replacement, descend := visit(v.Interface())
			if replacement != nil {
				v.Set(reflect.ValueOf(replacement))
			}
			if descend {
				walk(v.Elem().Elem())
			}
		case reflect.Pointer:
			if v.IsNil() || v.Type() == fileType {
				return
			}
			if _, descend := visit(v.Interface()); descend {
				walk(v.Elem())
			}
		case reflect.Struct:
			for _, i := range Children(v.Type()) {
				walk(v.Field(i))
			}
		case reflect.Slice:
			for i := range v.Len() {
				walk(v.Index(i))
			}
		}
	}
	walk(reflect.ValueOf(root))
}
