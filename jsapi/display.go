package jsapi

import "github.com/dop251/goja"

// Display says how debuggers show objects whose members are computed when they are read.
type Display struct {
	Members []string                                 // those that are shown as the object's own, in this order
	Ready   func(o *goja.Object, member string) bool // whether reading one changes nothing
	Own     map[string]goja.Value                    // getters that each object has itself
}

// displays are those of a realm, by the prototype that has the members.
type displays map[*goja.Object]Display

// Show sets how debuggers show what inherits from a prototype.
func (d displays) Show(proto *goja.Object, how Display) { d[proto] = how }

// Shown returns how an object is shown; ok is false for objects without computed members.
func (d displays) Shown(o *goja.Object) (how Display, ok bool) {
	for at := o.Prototype(); at != nil; at = at.Prototype() {
		if how, ok = d[at]; ok {
			return how, true
		}
	}
	return Display{}, false
}
