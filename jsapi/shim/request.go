package shim

import (
	"net"
	"net/http"
	"strconv"
	"strings"

	"github.com/dop251/goja"

	"framework/engine/response"
	"framework/engine/value"
)

// requestMembers defines the native members of the prototype of req; shim.js
// defines the others.
func (s *Shim) requestMembers() error {
	rt, p := s.rt, s.reqProto
	text := func(get func(e *exchange) string) func(e *exchange) goja.Value {
		return func(e *exchange) goja.Value { return rt.ToValue(get(e)) }
	}
	cached := []struct {
		name string
		slot slot
		get  func(e *exchange) goja.Value
	}{
		{"query", slotQuery, func(e *exchange) goja.Value { return e.mapToJS(e.x.Request.Query) }},
		{"body", slotBody, (*exchange).bodyToJS},
		{"params", slotParams, (*exchange).paramsToJS},
		{"options", slotOptions, func(e *exchange) goja.Value { return e.mapToJS(e.x.Options) }},
		{"headers", slotHeaders, (*exchange).headersToJS},
		{"cookies", slotCookies, func(e *exchange) goja.Value { return e.readMap(e.x.Request.Cookies) }},
		{"signedCookies", slotSigned, func(e *exchange) goja.Value { return e.readMap(e.x.Request.Signed) }},
		{"session", slotSession, (*exchange).sessionToJS},
		{"method", slotMethod, text(func(e *exchange) string { return e.x.Request.Method })},
		{"url", slotURL, text(func(e *exchange) string { return e.x.Request.URL })},
		{"originalUrl", slotOriginalURL, text(func(e *exchange) string { return e.x.Request.URL })},
		{"wantsJSON", slotWantsJSON, func(e *exchange) goja.Value {
			if v := s.rules().wantsJSON(e); v != nil {
				return v
			}
			if response.WantsJSON(e.x) {
				return rt.ToValue(true)
			}
			// The option of the route decides between false and undefined.
			if v, ok := e.x.Options.Get("wantsJSON"); ok {
				return s.realm.ToJS(v)
			}
			return goja.Undefined()
		}},
		{"route", slotRoute, (*exchange).routeToJS},
		{"_startTime", slotStartTime, func(e *exchange) goja.Value { return s.realm.ToJS(e.x.Request.Received) }},
	}
	for _, m := range cached {
		if err := s.accessor(p, m.name, m.slot, m.get); err != nil {
			return err
		}
	}
	computed := map[string]func(e *exchange) goja.Value{
		"originalMethod": func(e *exchange) goja.Value {
			if e.x.Request.MethodBefore == "" {
				return nil
			}
			return rt.ToValue(e.x.Request.MethodBefore)
		},
		"path":                  text(func(e *exchange) string { return e.path() }),
		"protocol":              text((*exchange).protocol),
		"secure":                func(e *exchange) goja.Value { return rt.ToValue(e.secure()) },
		"ip":                    text(func(e *exchange) string { return e.x.Request.Remote }),
		"ips":                   (*exchange).forwarded,
		"host":                  text(func(e *exchange) string { return hostname(e.x.Request.Host) }),
		"hostname":              text(func(e *exchange) string { return hostname(e.x.Request.Host) }),
		"port":                  func(e *exchange) goja.Value { return rt.ToValue(e.port()) },
		"baseUrl":               text(func(e *exchange) string { return e.baseURL() }),
		"xhr":                   func(e *exchange) goja.Value { return rt.ToValue(e.isXHR()) },
		"explicitlyAcceptsHTML": func(e *exchange) goja.Value { return rt.ToValue(response.AcceptsHTML(e.x)) },
		"sessionID": func(e *exchange) goja.Value {
			if e.x.Session == nil {
				return nil
			}
			return rt.ToValue(e.x.Session.ID())
		},
		"isSocket": func(e *exchange) goja.Value {
			if e.x.Request.Socket == "" {
				return nil
			}
			return rt.ToValue(true)
		},
		"socket": func(e *exchange) goja.Value {
			o := rt.NewObject()
			if e.x.Request.Socket == "" {
				_ = o.Set("remoteAddress", e.x.Request.Peer)
				return o
			}
			if s.opts.Socket == nil {
				_ = o.Set("id", e.x.Request.Socket)
				return o
			}
			socket, err := s.opts.Socket(e.x.Request.Socket)
			if err != nil {
				panic(s.realm.Error(err))
			}
			return socket
		},
		"transport": func(e *exchange) goja.Value {
			if e.x.Request.Socket == "" {
				return nil
			}
			return rt.ToValue("socket.io")
		},
		"next": func(e *exchange) goja.Value {
			if e.invocation == nil {
				return nil
			}
			return e.nextFunction(e.invocation)
		},
		"res":    func(e *exchange) goja.Value { return e.res },
		"app":    func(*exchange) goja.Value { return s.sails() },
		"_sails": func(*exchange) goja.Value { return s.sails() },
	}
	if s.opts.Switches.RequestJoins {
		for _, name := range []string{"join", "listen", "subscribe"} {
			computed[name] = (*exchange).join
		}
	}
	for name, get := range computed {
		if err := s.computed(p, name, get); err != nil {
			return err
		}
	}
	if err := s.method(p, "param", (*exchange).param); err != nil {
		return err
	}
	if err := s.method(p, "allParams", func(e *exchange, _ goja.FunctionCall) goja.Value { return e.allParams() }); err != nil {
		return err
	}
	for _, name := range []string{"get", "header"} {
		if err := s.method(p, name, (*exchange).requestHeader); err != nil {
			return err
		}
	}
	return nil
}

func (s *Shim) sails() goja.Value {
	if s.opts.Sails == nil {
		return goja.Undefined()
	}
	return s.opts.Sails()
}

func (e *exchange) mapToJS(m *value.Map) goja.Value {
	if m == nil {
		return e.shim.rt.NewObject()
	}
	return e.shim.realm.ToJS(m)
}

// readMap converts a map, which is nil until the middleware that parses it has run.
func (e *exchange) readMap(m *value.Map) goja.Value {
	if m == nil {
		return nil
	}
	return e.shim.realm.ToJS(m)
}

// bodyToJS converts the body: undefined, not {}, if there is none.
func (e *exchange) bodyToJS() goja.Value {
	if e.x.Request.Body == nil {
		return nil // not read yet
	}
	return e.shim.realm.ToJS(e.x.Request.Body)
}

// paramsToJS makes req.params: before 1.x an array whose elements are the
// wildcards and whose properties are the named parameters, in 1.x an object.
func (e *exchange) paramsToJS() goja.Value {
	if e.shim.opts.Switches.PlainParams {
		return e.mapToJS(e.x.Params)
	}
	a := e.shim.rt.NewArray()
	if e.x.Params != nil {
		for k, v := range e.x.Params.All() {
			_ = a.Set(k, e.shim.realm.ToJS(v)) // does not fail on a new array
		}
	}
	all := e.shim.rt.ToValue(func(goja.FunctionCall) goja.Value { return e.allParams() })
	_ = a.DefineDataProperty("all", all, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE)
	return a
}

func (e *exchange) headersToJS() goja.Value {
	o := e.shim.rt.NewObject()
	for k, v := range e.x.Request.Header {
		name, sep := strings.ToLower(k), ", "
		if name == "cookie" {
			sep = "; "
		}
		_ = o.Set(name, strings.Join(v, sep)) // does not fail on a new object
	}
	if _, ok := e.x.Request.Header["Host"]; !ok && e.x.Request.Host != "" {
		_ = o.Set("host", e.x.Request.Host)
	}
	return o
}

func (e *exchange) routeToJS() goja.Value {
	o := e.shim.rt.NewObject()
	if b := e.x.Binding; b != nil {
		_ = o.Set("path", b.Address.Path)
		verb := b.Address.Verb
		if verb == "" { // bound for every verb
			verb = e.x.Request.Method
		}
		_ = o.Set("method", strings.ToLower(verb))
	}
	return o
}

// requestHeader returns one header; Referer and Referrer are the same.
func (e *exchange) requestHeader(call goja.FunctionCall) goja.Value {
	name := call.Argument(0).String()
	if held, ok := e.slots[slotHeaders].(*goja.Object); ok {
		v := held.Get(strings.ToLower(name))
		if v == nil && (strings.EqualFold(name, "referrer") || strings.EqualFold(name, "referer")) {
			if v = held.Get("referer"); v == nil {
				v = held.Get("referrer")
			}
		}
		if v == nil {
			return goja.Undefined()
		}
		return v
	}
	h := e.x.Request.Header
	values := h[http.CanonicalHeaderKey(name)]
	if len(values) == 0 && (strings.EqualFold(name, "referrer") || strings.EqualFold(name, "referer")) {
		if values = h["Referer"]; len(values) == 0 {
			values = h["Referrer"]
		}
	}
	if len(values) == 0 && strings.EqualFold(name, "host") && e.x.Request.Host != "" {
		return e.shim.rt.ToValue(e.x.Request.Host)
	}
	if len(values) == 0 {
		return goja.Undefined()
	}
	return e.shim.rt.ToValue(strings.Join(values, ", "))
}

func (e *exchange) path() string {
	if v := e.slots[slotURL]; v != nil {
		path, _, _ := strings.Cut(v.String(), "?")
		return path
	}
	return e.x.Request.Path
}

func (e *exchange) secure() bool {
	return e.x.Request.Protocol == "https" || e.x.Request.Protocol == "wss"
}

func (e *exchange) isXHR() bool {
	return strings.EqualFold(e.x.Request.Header.Get("X-Requested-With"), "xmlhttprequest")
}

// forwarded is req.ips: the addresses in X-Forwarded-For of trusted proxies.
func (e *exchange) forwarded() goja.Value {
	list := make([]any, len(e.x.Request.Forwarded))
	for i, addr := range e.x.Request.Forwarded {
		list[i] = addr
	}
	return e.shim.rt.NewArray(list...)
}

// port is req.port, that of the Host header.
func (e *exchange) port() int {
	if _, port, err := net.SplitHostPort(e.x.Request.Host); err == nil {
		if n, err := strconv.Atoi(port); err == nil {
			return n
		}
	}
	if e.secure() {
		return 443
	}
	return 80
}

func (e *exchange) baseURL() string {
	protocol := "http"
	if e.secure() {
		protocol = "https"
	}
	return protocol + "://" + e.x.Request.Host
}

// hostname is a host without its port; IPv6 addresses keep their brackets.
func hostname(host string) string {
	if i := strings.LastIndexByte(host, ':'); i > strings.LastIndexByte(host, ']') {
		return host[:i]
	}
	return host
}

// protocol is req.protocol, "ws" on every socket, also with TLS, as in Sails.
func (e *exchange) protocol() string {
	if e.x.Request.Socket != "" {
		return "ws"
	}
	return e.x.Request.Protocol
}

// join returns the function with which the socket of a request joins rooms, nil for
// HTTP.
func (e *exchange) join() goja.Value {
	if e.x.Request.Socket == "" || e.shim.opts.Socket == nil {
		return nil
	}
	socket, err := e.shim.opts.Socket(e.x.Request.Socket)
	if err != nil {
		panic(e.shim.realm.Error(err))
	}
	o := socket.ToObject(e.shim.rt)
	join, ok := goja.AssertFunction(o.Get("join"))
	if !ok {
		return nil
	}
	return e.shim.rt.ToValue(func(call goja.FunctionCall) goja.Value {
		v, err := join(o, call.Arguments...)
		if err != nil {
			panic(err)
		}
		return v
	})
}
