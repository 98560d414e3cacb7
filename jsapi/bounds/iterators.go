package bounds

import "github.com/dop251/goja"

// iterators makes loops over many elements check for an interrupt in next: built-in
// functions and the spread operator call no other JavaScript.
func (b *bounds) iterators() error {
	made, err := b.rt.RunString(`[[][Symbol.iterator](), new Map().entries(), new Set().values(), ''[Symbol.iterator](), ''.matchAll(/x/g)]`)
	if err != nil {
		return err
	}
	list := made.ToObject(b.rt)
	for _, i := range list.Keys() {
		if err := b.replace(list.Get(i).ToObject(b.rt).Prototype(), "next", func(old native, _ goja.Value) native {
			return func(call goja.FunctionCall) goja.Value {
				b.step()
				return old(call)
			}
		}); err != nil {
			return err
		}
	}
	generator, err := b.rt.RunString(`Object.getPrototypeOf(function* () {}).prototype`)
	if err != nil {
		return err
	}
	return b.replace(generator.ToObject(b.rt), "next", func(old native, _ goja.Value) native {
		return func(call goja.FunctionCall) goja.Value {
			if b.generators >= maxDepth {
				b.rangeError("Maximum call stack size exceeded")
			}
			b.generators++
			defer func() { b.generators-- }()
			return old(call)
		}
	})
}

// step is poll for loops without a counter.
func (b *bounds) step() {
	b.steps++
	b.poll(b.steps)
}
