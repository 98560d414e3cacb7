package bounds

import (
	"github.com/dop251/goja"

	"framework/jsapi/objects"
)

// goja follows chains of prototypes, proxies and bound functions recursively, on the stack of the process, whose end is the
// end of the process.
const (
	maxLinks = 5000   // proxies and bound functions in a chain: each takes several calls
	maxChain = 100000 // objects in a chain
	maxDepth = 4096   // calls of next within calls of next: yield* calls no JavaScript in between
)

// chains limits what is made link by link: proxies of proxies, bound functions of bound functions, objects whose prototype
// has a prototype. What `new` and literals with __proto__ make is not seen: see also the stack in package main.
func (b *bounds) chains() error {
	layout, err := objects.Of()
	if err != nil {
		return err
	}
	if err := b.replace(b.member("Object"), "create", func(old native, _ goja.Value) native {
		return func(call goja.FunctionCall) goja.Value {
			if o, ok := call.Argument(0).(*goja.Object); ok {
				for n := 0; o != nil && o.ExportType() != proxyType; o = o.Prototype() {
					if n++; n > maxChain {
						b.rangeError("Maximum call stack size exceeded")
					}
				}
			}
			return old(call)
		}
	}); err != nil {
		return err
	}
	if err := b.replace(b.member("Function", "prototype"), "bind", func(old native, _ goja.Value) native {
		return func(call goja.FunctionCall) goja.Value {
			if o, ok := call.This.(*goja.Object); ok && layout.BoundTo(o) != nil {
				b.refuseLinks(layout, o)
			}
			return old(call)
		}
	}); err != nil {
		return err
	}
	if err := b.replace(b.member("Proxy"), "revocable", func(old native, _ goja.Value) native {
		return func(call goja.FunctionCall) goja.Value {
			b.refuseLinks(layout, call.Arguments...)
			return old(call)
		}
	}); err != nil {
		return err
	}
	return b.constructWith("Proxy", func(args []goja.Value) []goja.Value {
		b.refuseLinks(layout, args...)
		return args
	})
}

// refuseLinks throws if too many proxies and bound functions can be reached from what a new one is made of.
func (b *bounds) refuseLinks(layout *objects.Layout, from ...goja.Value) {
	var next []*goja.Object
	for _, v := range from[:min(len(from), 2)] {
		if o, ok := v.(*goja.Object); ok {
			next = append(next, o)
		}
	}
	seen := map[*goja.Object]bool{} // proxies
	for links, steps := 0, 0; len(next) > 0; steps++ {
		at := next[len(next)-1]
		next = next[:len(next)-1]
		if at == nil {
			continue
		}
		if links > maxLinks || steps > maxChain {
			b.rangeError("Maximum call stack size exceeded")
		}
		if seen[at] {
			continue
		}
		ahead, proxy := follow(at)
		if to := layout.BoundTo(at); to != nil {
			links++
			next = append(next, to)
		} else if proxy {
			links++
			seen[at] = true
		}
		next = append(next, ahead...)
	}
}
