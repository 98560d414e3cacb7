//go:build !unix

package node

import "github.com/dop251/goja"

// priority and setPriority are not available on this system.
func (m *osModule) priority(goja.FunctionCall) goja.Value {
	return m.unsupported()
}

func (m *osModule) setPriority(goja.FunctionCall) goja.Value {
	return m.unsupported()
}

func (m *osModule) unsupported() goja.Value { return m.realm.Runtime().NewArray(38, "ENOSYS") }
