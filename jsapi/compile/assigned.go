package compile

import (
	"reflect"

	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/token"
	"github.com/dop251/goja/unistring"
)

// Assigned calls found with every name that a program declares or assigns to,
// in its functions as well.
func Assigned(tree *ast.Program, found func(unistring.String)) {
	bound := func(e ast.Expression) {
		if target, ok := e.(ast.Node); ok && e != nil {
			Bound(target, found)
		}
	}
	var walk func(v reflect.Value)
	walk = func(v reflect.Value) {
		switch v.Kind() {
		case reflect.Interface:
			if !v.IsNil() {
				walk(v.Elem())
			}
		case reflect.Pointer:
			if v.IsNil() || v.Type() == fileType {
				return
			}
			switch n := v.Interface().(type) {
			case *ast.AssignExpression:
				bound(n.Left)
			case *ast.Binding:
				Bound(n.Target, found)
			case *ast.UnaryExpression:
				if n.Operator == token.INCREMENT || n.Operator == token.DECREMENT {
					bound(n.Operand)
				}
			case *ast.ForIntoExpression:
				bound(n.Expression)
			}
			walk(v.Elem())
		case reflect.Struct:
			for _, i := range children(v.Type()) {
				walk(v.Field(i))
			}
		case reflect.Slice:
			for i := range v.Len() {
				walk(v.Index(i))
			}
		}
	}
	walk(reflect.ValueOf(tree))
}
