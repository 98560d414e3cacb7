package shim

import (
	"cmp"
	"net/http"
	"strings"

	"github.com/dop251/goja"

	"framework/engine/response"
	"framework/engine/value"
	"framework/jsapi"
	"framework/router"
)

// slot is the index of a member of req whose value is computed once per exchange.
type slot uint8

const (
	slotQuery slot = iota
	slotBody
	slotParams
	slotOptions
	slotHeaders
	slotCookies
	slotSigned
	slotMethod
	slotURL
	slotOriginalURL
	slotWantsJSON
	slotAllParams
	slotRoute
	slotStartTime
	slotCount
)

// request is the native side of req: what JavaScript has read and changed of the
// request.
type request struct {
	shim  *Shim
	x     *router.Exchange
	req   *goja.Object
	slots [slotCount]goja.Value
	// params and binding are those from which the slots were computed.
	params  router.Params
	binding *router.Binding
}

// onRequest makes a getter of req of a method of request.
func onRequest(get func(q *request) goja.Value) func(e *exchange) goja.Value {
	return func(e *exchange) goja.Value { return get(&e.request) }
}

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
		{"query", slotQuery, func(e *exchange) goja.Value { return s.mapToJS(e.x.Request.Query) }},
		{"body", slotBody, onRequest((*request).bodyToJS)},
		{"params", slotParams, onRequest((*request).paramsToJS)},
		{"options", slotOptions, func(e *exchange) goja.Value { return s.mapToJS(e.x.Options) }},
		{"headers", slotHeaders, onRequest((*request).headersToJS)},
		{"cookies", slotCookies, func(e *exchange) goja.Value { return s.readMap(e.x.Request.Cookies) }},
		{"signedCookies", slotSigned, func(e *exchange) goja.Value { return s.readMap(e.x.Request.Signed) }},
		{"method", slotMethod, text(func(e *exchange) string { return e.x.Request.Method })},
		{"url", slotURL, text(func(e *exchange) string { return e.x.Request.URL })},
		{"originalUrl", slotOriginalURL, text(func(e *exchange) string { return e.x.Request.URL })},
		{"wantsJSON", slotWantsJSON, func(e *exchange) goja.Value {
			if v := s.rules().wantsJSON(rt, e.x); v != nil {
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
		{"route", slotRoute, onRequest((*request).routeToJS)},
		{"_startTime", slotStartTime, func(e *exchange) goja.Value { return s.realm.ToJS(e.x.Request.Received) }},
	}
	for _, m := range cached {
		at := func(e *exchange) *goja.Value { return &e.request.slots[m.slot] }
		if err := s.accessor(p, m.name, at, m.get); err != nil {
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
		"path":                  text(func(e *exchange) string { return e.request.path() }),
		"protocol":              text(func(e *exchange) string { return protocol(e.x.Request) }),
		"httpVersion":           text(func(e *exchange) string { return cmp.Or(e.x.Request.Version, "1.1") }),
		"secure":                func(e *exchange) goja.Value { return rt.ToValue(secure(e.x.Request)) },
		"ip":                    text(func(e *exchange) string { return e.x.Request.Remote }),
		"ips":                   func(e *exchange) goja.Value { return rt.NewArray(forwarded(e.x.Request)...) },
		"host":                  text(func(e *exchange) string { return hostname(e.x.Request.Host) }),
		"hostname":              text(func(e *exchange) string { return hostname(e.x.Request.Host) }),
		"port":                  func(e *exchange) goja.Value { return rt.ToValue(port(e.x.Request)) },
		"baseUrl":               text(func(e *exchange) string { return baseURL(e.x.Request) }),
		"xhr":                   func(e *exchange) goja.Value { return rt.ToValue(isXHR(e.x.Request)) },
		"explicitlyAcceptsHTML": func(e *exchange) goja.Value { return rt.ToValue(response.AcceptsHTML(e.x)) },
		"isSocket": func(e *exchange) goja.Value {
			if e.x.Request.Socket == "" {
				return nil
			}
			return rt.ToValue(true)
		},
		"socket": func(e *exchange) goja.Value {
			if e.x.Request.Socket == "" {
				return e.req.Get("connection")
			}
			o := rt.NewObject()
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
		"app":    func(*exchange) goja.Value { return s.application() },
		"secret": func(*exchange) goja.Value { return s.secret() },
		"_sails": func(*exchange) goja.Value { return s.sails() },
	}
	if s.opts.Switches.RequestJoins {
		for _, name := range []string{"join", "listen", "subscribe"} {
			computed[name] = onRequest((*request).join)
		}
	}
	for name, get := range computed {
		if err := s.computed(p, name, get); err != nil {
			return err
		}
	}
	if err := s.method(p, "param", func(e *exchange, call goja.FunctionCall) goja.Value { return e.request.param(call) }); err != nil {
		return err
	}
	if err := s.method(p, "allParams", func(e *exchange, _ goja.FunctionCall) goja.Value { return e.request.allParams() }); err != nil {
		return err
	}
	for _, name := range []string{"get", "header"} {
		if err := s.method(p, name, func(e *exchange, call goja.FunctionCall) goja.Value { return e.request.header(call) }); err != nil {
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

// secret is the one that cookies are signed with.
func (s *Shim) secret() goja.Value {
	v := jsapi.MemberAt(s.sails(), "config", "session", "secret")
	if o, ok := v.(*goja.Object); ok && jsapi.IsArray(o) {
		return jsapi.MemberAt(o, "0") // the current one of several
	}
	return v
}

// application is the application of Express: sails.hooks.http.app.
func (s *Shim) application() goja.Value { return jsapi.MemberAt(s.sails(), "hooks", "http", "app") }

func (s *Shim) mapToJS(m *value.Map) goja.Value {
	if m == nil {
		return s.rt.NewObject()
	}
	return s.realm.ToJS(m)
}

// readMap converts a map, which is nil until the middleware that parses it has run.
func (s *Shim) readMap(m *value.Map) goja.Value {
	if m == nil {
		return nil
	}
	return s.realm.ToJS(m)
}

// bodyToJS converts the body: undefined, not {}, if there is none.
func (q *request) bodyToJS() goja.Value {
	if q.x.Request.Body == nil {
		return nil // not read yet
	}
	return q.shim.realm.ToJS(q.x.Request.Body)
}

func (q *request) headersToJS() goja.Value {
	o := q.shim.rt.NewObject()
	for k, v := range q.x.Request.Header {
		name, sep := strings.ToLower(k), ", "
		if name == "cookie" {
			sep = "; "
		}
		_ = o.Set(name, strings.Join(v, sep)) // does not fail on a new object
	}
	if _, ok := q.x.Request.Header["Host"]; !ok && q.x.Request.Host != "" {
		_ = o.Set("host", q.x.Request.Host)
	}
	return o
}

// header is req.get(name): it returns one header; Referer and Referrer are the same.
func (q *request) header(call goja.FunctionCall) goja.Value {
	name := call.Argument(0).String()
	if held, ok := q.slots[slotHeaders].(*goja.Object); ok {
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
	h := q.x.Request.Header
	values := h[http.CanonicalHeaderKey(name)]
	if len(values) == 0 && (strings.EqualFold(name, "referrer") || strings.EqualFold(name, "referer")) {
		if values = h["Referer"]; len(values) == 0 {
			values = h["Referrer"]
		}
	}
	if len(values) == 0 && strings.EqualFold(name, "host") && q.x.Request.Host != "" {
		return q.shim.rt.ToValue(q.x.Request.Host)
	}
	if len(values) == 0 {
		return goja.Undefined()
	}
	return q.shim.rt.ToValue(strings.Join(values, ", "))
}

func (q *request) path() string {
	if v := q.slots[slotURL]; v != nil {
		path, _, _ := strings.Cut(v.String(), "?")
		return path
	}
	return q.x.Request.Path
}

// join returns the function with which the socket of a request joins rooms, nil for
// HTTP.
func (q *request) join() goja.Value {
	if q.x.Request.Socket == "" || q.shim.opts.Socket == nil {
		return nil
	}
	socket, err := q.shim.opts.Socket(q.x.Request.Socket)
	if err != nil {
		panic(q.shim.realm.Error(err))
	}
	o := socket.ToObject(q.shim.rt)
	join, ok := goja.AssertFunction(o.Get("join"))
	if !ok {
		return nil
	}
	return q.shim.rt.ToValue(func(call goja.FunctionCall) goja.Value {
		v, err := join(o, call.Arguments...)
		if err != nil {
			panic(err)
		}
		return v
	})
}

// rebind drops what was computed from another binding, and adds the options of the
// new one to a req.options that JavaScript has read already.
func (q *request) rebind() {
	if q.binding == q.x.Binding && q.params == q.x.Params {
		return
	}
	q.binding, q.params = q.x.Binding, q.x.Params
	q.slots[slotParams], q.slots[slotAllParams], q.slots[slotRoute] = nil, nil, nil
	o, ok := q.slots[slotOptions].(*goja.Object)
	if !ok || q.x.Options == nil || q.x.Binding == nil || q.x.Binding.Options == nil {
		return
	}
	for k := range q.x.Binding.Options.All() {
		v, _ := q.x.Options.Get(k)
		_ = o.Set(k, q.shim.realm.ToJS(v)) // fails if the project has frozen the object
	}
}

// decideJSON gives the responses of Go what code has made of req.wantsJSON to.
func (q *request) decideJSON() {
	v := q.slots[slotWantsJSON]
	if v == nil {
		return
	}
	if decided := v.ToBoolean(); decided != response.WantsJSON(q.x) {
		q.x.Request.WantsJSON = &decided
	}
}

// copyBack copies what JavaScript may have changed to the exchange of Go.
func (q *request) copyBack() error {
	q.decideJSON()
	if m, err := q.mapOf(slotQuery); err != nil {
		return err
	} else if m != nil {
		q.x.Request.Query = m
	}
	if m, err := q.paramsMap(); err != nil {
		return err
	} else if m != nil {
		q.x.Params, q.params = m, m
	}
	if m, err := q.mapOf(slotOptions); err != nil {
		return err
	} else if m != nil {
		q.x.Options = m
	}
	if v := q.slots[slotBody]; v != nil {
		body, err := q.shim.realm.FromJS(v)
		if err != nil {
			return err
		}
		if _, none := body.(value.Undefined); none {
			body = nil
		}
		q.x.Request.Body = body
	}
	if v := q.slots[slotMethod]; v != nil {
		q.x.Request.Method = v.String()
		q.slots[slotMethod] = nil // the middleware methodOverride may replace it
	}
	if v := q.slots[slotURL]; v != nil {
		// A middleware may have rewritten the address.
		if url := v.String(); url != q.x.Request.URL {
			q.x.Request.URL = url
			q.x.Request.Path, _, _ = strings.Cut(url, "?")
		}
	}
	return nil
}

// mapOf reads a member that JavaScript holds as an object; nil if it does not.
func (q *request) mapOf(s slot) (*value.Map, error) {
	o, ok := q.slots[s].(*goja.Object)
	if !ok {
		return nil, nil
	}
	v, err := q.shim.realm.FromJS(o)
	m, _ := v.(*value.Map)
	return m, err
}

// paramsMap reads req.params, an array with named members before 1.x; nil if
// JavaScript does not hold it.
func (q *request) paramsMap() (*value.Map, error) {
	o, ok := q.slots[slotParams].(*goja.Object)
	if !ok {
		return nil, nil
	}
	m := value.New(4)
	for _, k := range o.Keys() {
		member := o.Get(k)
		if goja.IsUndefined(member) {
			continue // an optional parameter
		}
		v, err := q.shim.realm.FromJS(member)
		if err != nil {
			return nil, err
		}
		m.Set(k, v)
	}
	return m, nil
}
