package node

import (
	"github.com/dop251/goja"
	gourl "github.com/dop251/goja_nodejs/url"
)

// pathNatives are the native functions of path.js.
func (m *processModule) pathNatives() map[string]any { return map[string]any{"cwd": m.cwd} }

func (m *processModule) cwd(goja.FunctionCall) goja.Value {
	return m.realm.Runtime().ToValue(m.opts.Root)
}

// urlNatives are the classes of the URL standard.
func urlNatives(h *host) map[string]any {
	rt := h.realm.Runtime()
	module := rt.NewObject()
	exports := rt.NewObject()
	_ = module.Set("exports", exports)
	gourl.Require(rt, module)
	return map[string]any{
		"URL": exports.Get("URL"), "URLSearchParams": exports.Get("URLSearchParams"),
		"toASCII": exports.Get("domainToASCII"), "toUnicode": exports.Get("domainToUnicode"),
	}
}
