package waterline

import (
	"slices"

	"github.com/dop251/goja"
)

// Replaced are those of the given methods that are own members of a model's object, by the
// identities of the models: the file of the model has them, or code has set them, and they
// hide the methods of the ORM. It belongs on the loop.
func (m *Models) Replaced(methods ...string) map[string][]string {
	out := map[string][]string{}
	for identity, class := range m.classes {
		if class.object == nil {
			continue
		}
		own := class.object.GetOwnPropertyNames()
		for _, method := range methods {
			if slices.Contains(own, method) && !class.bridge.given(class.object.Get(method)) {
				out[identity] = append(out[identity], method)
			}
		}
	}
	return out
}

// given reports whether a method of a model is that of the ORM: reading it has made it an own
// member.
func (b *bridge) given(method goja.Value) bool {
	given, err := b.isGiven(goja.Undefined(), method)
	return err == nil && given.ToBoolean()
}
