package node

import (
	"github.com/dop251/goja"
	gourl "github.com/dop251/goja_nodejs/url"
)

// pathNatives are those of path.js.
func (h *host) pathNatives() map[string]any { return map[string]any{"cwd": h.cwd} }

func (h *host) cwd(goja.FunctionCall) goja.Value { return h.realm.Runtime().ToValue(h.opts.Root) }

// urlNatives are the classes of the URL standard.
func (h *host) urlNatives() map[string]any {
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
