package node

import (
	"github.com/dop251/goja"

	"framework/jsapi/node/weburl"
)

// urlModule keeps the URLs of scripts as *weburl.URL, which only url.js sees.
type urlModule struct{ *host }

// urlMembers are the getters of a URL by name.
var urlMembers = map[string]func(*weburl.URL) string{
	"href": (*weburl.URL).Href, "origin": (*weburl.URL).Origin, "protocol": (*weburl.URL).Protocol, "username": (*weburl.URL).Username, "password": (*weburl.URL).Password,
	"host": (*weburl.URL).Host, "hostname": (*weburl.URL).Hostname, "port": (*weburl.URL).Port, "pathname": (*weburl.URL).Pathname, "search": (*weburl.URL).Search, "hash": (*weburl.URL).Hash,
}

// urlSetters are the setters of a URL by name.
var urlSetters = map[string]func(*weburl.URL, string){
	"protocol": (*weburl.URL).SetProtocol, "username": (*weburl.URL).SetUsername, "password": (*weburl.URL).SetPassword, "host": (*weburl.URL).SetHost, "hostname": (*weburl.URL).SetHostname,
	"port": (*weburl.URL).SetPort, "pathname": (*weburl.URL).SetPathname, "search": (*weburl.URL).SetSearch, "hash": (*weburl.URL).SetHash, "query": (*weburl.URL).SetQuery,
}

func (m *urlModule) urlNatives() map[string]any {
	rt := m.realm.Runtime()
	getters, setters := rt.NewObject(), rt.NewObject()
	for name, get := range urlMembers {
		_ = getters.Set(name, func(call goja.FunctionCall) goja.Value { return rt.ToValue(get(urlOf(call.Argument(0)))) })
	}
	for name, set := range urlSetters {
		_ = setters.Set(name, func(call goja.FunctionCall) goja.Value {
			set(urlOf(call.Argument(0)), call.Argument(1).String())
			return goja.Undefined()
		})
	}
	return map[string]any{
		"parse": m.parseURL, "get": getters, "set": setters, "setHref": m.setHref, "format": m.formatURL,
		"toASCII":   func(call goja.FunctionCall) goja.Value { return rt.ToValue(weburl.ToASCII(call.Argument(0).String())) },
		"toUnicode": func(call goja.FunctionCall) goja.Value { return rt.ToValue(domainToUnicode(call.Argument(0).String())) },
	}
}

func domainToUnicode(domain string) string { return weburl.ToUnicode(weburl.ToASCII(domain)) }

func urlOf(v goja.Value) *weburl.URL { return v.Export().(*weburl.URL) }

// parseURL is parse(text, base): undefined if it is no URL.
func (m *urlModule) parseURL(call goja.FunctionCall) goja.Value {
	var base *weburl.URL
	if v := call.Argument(1); !goja.IsUndefined(v) {
		parsed, err := weburl.Parse(v.String(), nil)
		if err != nil {
			return goja.Undefined()
		}
		base = parsed
	}
	u, err := weburl.Parse(call.Argument(0).String(), base)
	if err != nil {
		return goja.Undefined()
	}
	return m.realm.Runtime().ToValue(u)
}

func (m *urlModule) setHref(call goja.FunctionCall) goja.Value {
	err := urlOf(call.Argument(0)).SetHref(call.Argument(1).String())
	return m.realm.Runtime().ToValue(err == nil)
}

// formatURL is format(url, auth, fragment, search, unicode).
func (m *urlModule) formatURL(call goja.FunctionCall) goja.Value {
	return m.realm.Runtime().ToValue(urlOf(call.Argument(0)).Format(weburl.FormatOptions{
		Auth: call.Argument(1).ToBoolean(), Fragment: call.Argument(2).ToBoolean(), Search: call.Argument(3).ToBoolean(), Unicode: call.Argument(4).ToBoolean(),
	}))
}

// legacyNatives are the native functions of legacyurl.js.
func (m *urlModule) legacyNatives() map[string]any {
	return map[string]any{"toASCII": func(call goja.FunctionCall) goja.Value {
		return m.realm.Runtime().ToValue(weburl.Punycode(call.Argument(0).String()))
	}}
}

// formNatives are the native functions of searchparams.js: lists of names and values.
func (m *urlModule) formNatives() map[string]any {
	rt := m.realm.Runtime()
	return map[string]any{
		"parseForm": func(call goja.FunctionCall) goja.Value {
			var list []any
			for _, f := range weburl.ParseForm(call.Argument(0).String()) {
				list = append(list, f.Name, f.Value)
			}
			return rt.NewArray(list...)
		},
		"formatForm": func(call goja.FunctionCall) goja.Value {
			list := call.Argument(0).ToObject(rt)
			var texts []string
			if err := rt.ExportTo(list, &texts); err != nil {
				panic(rt.NewGoError(err))
			}
			fields := make([]weburl.Field, len(texts)/2)
			for i := range fields {
				fields[i] = weburl.Field{Name: texts[2*i], Value: texts[2*i+1]}
			}
			return rt.ToValue(weburl.FormatForm(fields))
		},
	}
}
