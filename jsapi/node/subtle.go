package node

import (
	"context"
	"errors"

	"github.com/dop251/goja"

	"framework/jsapi/node/symmetric"
)

// addOnce adds the native functions of crypto.subtle that take a whole message.
func (m *cryptoModule) addOnce(natives map[string]any) {
	m.both(natives, "digestOnce", func(call goja.FunctionCall) work {
		d, data := m.digest(call.Argument(0).String()), m.optional(call.Argument(1))
		return func(context.Context) (any, error) {
			h := d.Make()
			h.Write(data)
			return h.Sum(nil), nil
		}
	})
	m.both(natives, "cipherOnce", func(call goja.FunctionCall) work {
		s, key, iv, decrypts := m.suite(call.Argument(0).String()), m.optional(call.Argument(1)), m.optional(call.Argument(2)), call.Argument(3).ToBoolean()
		data, aad, size := m.optional(call.Argument(4)), m.optional(call.Argument(5)), int(call.Argument(6).ToInteger())
		return func(context.Context) (any, error) { return cipherOnce(s, key, iv, decrypts, data, aad, size) }
	})
}

var errNoTag = errors.New("the message is shorter than its tag")

// cipherOnce encrypts or decrypts a message; the tag stands behind it.
func cipherOnce(s symmetric.Suite, key, iv []byte, decrypts bool, data, aad []byte, size int) ([]byte, error) {
	c, err := symmetric.New(s, key, iv, decrypts, symmetric.Options{TagSize: size})
	if err != nil {
		return nil, err
	}
	if s.Authenticated() {
		if decrypts {
			if len(data) < size {
				return nil, errNoTag
			}
			c.SetTag(data[len(data)-size:])
			data = data[:len(data)-size]
		}
		if len(aad) > 0 {
			if err := c.SetAAD(aad, len(data)); err != nil {
				return nil, err
			}
		}
	}
	out, err := c.Update(data)
	if err != nil {
		return nil, err
	}
	last, err := c.Final()
	if err != nil {
		return nil, err
	}
	return append(append(out, last...), c.MadeTag()...), nil
}
