package protocol

import (
	"bytes"
	"encoding/json"
	"strconv"

	"github.com/dop251/goja"
)

// longestChain is how deep what is returned by value may be, as in V8.
const longestChain = 1000

var (
	errChain   = &Error{codeServer, "Object reference chain is too long"}
	errByValue = &Error{codeServer, "Object couldn't be returned by value"}
	errGetter  = &Error{codeInternal, "Internal error"} // V8 says no more of a getter that throws
)

// plain is a value as JSON: what V8 makes of it, which does not ask toJSON, and does not know
// Map or Date.
func (m *mirror) plain(v goja.Value) (object, error) {
	if _, ok := v.(*goja.Symbol); ok {
		return nil, errByValue
	}
	out := m.bare(v)
	o, ok := v.(*goja.Object)
	if !ok {
		return out, nil
	}
	var text bytes.Buffer
	_, err := m.agent.Quietly(func() (goja.Value, error) {
		var failure error
		if thrown := m.agent.Realm.Runtime().Try(func() { failure = m.appendPlain(&text, o, 0) }); thrown != nil {
			return nil, errGetter
		}
		return nil, failure
	})
	if err != nil {
		return nil, err
	}
	return object{"type": out["type"], "value": json.RawMessage(text.Bytes())}, nil
}

// appendPlain writes a value. Getters are called, and may panic.
func (m *mirror) appendPlain(to *bytes.Buffer, v goja.Value, depth int) error {
	if depth > longestChain {
		return errChain
	}
	o, ok := v.(*goja.Object)
	if !ok {
		return m.appendPrimitive(to, v)
	}
	if isProxy(o) { // reading it would run code
		to.WriteString("{}")
		return nil
	}
	if o.ClassName() == "Array" {
		to.WriteByte('[')
		for i := range int(o.Get("length").ToInteger()) {
			if i > 0 {
				to.WriteByte(',')
			}
			if err := m.appendPlain(to, o.Get(strconv.Itoa(i)), depth+1); err != nil {
				return err
			}
		}
		to.WriteByte(']')
		return nil
	}
	to.WriteByte('{')
	first := true
	for _, key := range o.Keys() {
		member := o.Get(key)
		if member == nil || goja.IsUndefined(member) {
			continue
		}
		if !first {
			to.WriteByte(',')
		}
		first = false
		name, err := json.Marshal(key)
		if err != nil {
			return err
		}
		to.Write(name)
		to.WriteByte(':')
		if err := m.appendPlain(to, member, depth+1); err != nil {
			return err
		}
	}
	to.WriteByte('}')
	return nil
}

func (m *mirror) appendPrimitive(to *bytes.Buffer, v goja.Value) error {
	switch bare := m.bare(v); bare["type"] {
	case "symbol", "bigint":
		return errByValue
	default:
		text, err := json.Marshal(bare["value"]) // nil for undefined, NaN and the infinities
		to.Write(text)
		return err
	}
}
