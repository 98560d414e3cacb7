package jsapi

import (
	"strconv"

	"github.com/dop251/goja"
)

// isPlain reports whether an object is an array, or one such as {}, without a toJSON, and stands for no
// value of Go.
func (w *writer) isPlain(o *goja.Object) bool {
	j := w.codec
	if w.dehydrate || w.options != nil && w.options.replacer != nil {
		return false
	}
	switch o.Prototype() {
	case j.objectProto:
		if !j.layout.IsObject(o) {
			return false
		}
	case j.arrayProto:
		if j.layout.List(o) == nil || !j.layout.Lacks(j.arrayProto, "toJSON") {
			return false
		}
	default:
		return false
	}
	return j.layout.Lacks(o, "toJSON") && j.layout.Lacks(j.objectProto, "toJSON")
}

func (w *writer) plain(o *goja.Object, k memberKey) {
	w.enter(o, k)
	if w.codec.layout.List(o) != nil {
		w.array(o)
	} else {
		w.members(o)
	}
	w.leave()
}

// element is one of an array, or of a Proxy of one.
func (j *jsonCodec) element(o *goja.Object, i int) goja.Value {
	if list := j.layout.List(o); list != nil && i < len(*list) && j.layout.IsPlain((*list)[i]) {
		return (*list)[i]
	}
	return o.Get(strconv.Itoa(i))
}
