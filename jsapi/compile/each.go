package compile

import "reflect"

// Each calls visit for the nodes of a tree from root on, and for the structures that they
// point to, outer ones first. Where visit returns false, what is below is left out.
func Each(root any, visit func(node any) bool) {
	var walk func(v reflect.Value)
	walk = func(v reflect.Value) {
		switch v.Kind() {
		case reflect.Interface:
			if !v.IsNil() {
				walk(v.Elem())
			}
		case reflect.Pointer:
			if !v.IsNil() && v.Type() != fileType && visit(v.Interface()) {
				walk(v.Elem())
			}
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
	walk(reflect.ValueOf(root))
}
