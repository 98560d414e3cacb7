package node

import (
	"context"
	"errors"
	"net"
	"strings"
	"unicode/utf8"

	"github.com/dop251/goja"
	"golang.org/x/net/http2"
	"golang.org/x/net/http2/hpack"

	"framework/jsapi"
	"framework/jsapi/node/h2"
)

// http2Session is a connection of http2 whose events go to JavaScript: the function
// event gets the name of what has happened, and its values.
type http2Session struct {
	module *netModule
	conn   *h2.Conn
	enter  func(func(*jsapi.Realm)) bool
	event  goja.Callable
	hold   func()
}

func (s *http2Session) emit(name string, values ...any) {
	s.enter(func(r *jsapi.Realm) {
		args := make([]goja.Value, 1, 1+len(values))
		args[0] = r.Runtime().ToValue(name)
		for _, v := range values {
			args = append(args, r.ToJS(v))
		}
		if _, err := s.event(goja.Undefined(), args...); err != nil {
			r.Uncaught(err)
		}
	})
}

// Opened is part of h2.Handler.
func (s *http2Session) Opened(st *h2.Stream, parent uint32, fields []hpack.HeaderField, end bool) {
	list, sensitive := listFields(fields)
	s.emit("stream", handle{st}, handle{streamPipe(st)}, int64(st.ID), int64(parent), list, sensitive, end)
}

// Headers is part of h2.Handler.
func (s *http2Session) Headers(st *h2.Stream, fields []hpack.HeaderField, end bool) {
	list, sensitive := listFields(fields)
	s.emit("headers", int64(st.ID), list, sensitive, end)
}

// Gone is part of h2.Handler.
func (s *http2Session) Gone(st *h2.Stream, code http2.ErrCode) {
	s.emit("gone", int64(st.ID), int64(code))
}

// Settings is part of h2.Handler.
func (s *http2Session) Settings(list []http2.Setting) {
	flat := make([]any, 0, 2*len(list))
	for _, e := range list {
		flat = append(flat, int64(e.ID), int64(e.Val))
	}
	s.emit("settings", flat)
}

// SettingsAcked is part of h2.Handler.
func (s *http2Session) SettingsAcked() { s.emit("acknowledged") }

// Ping is part of h2.Handler.
func (s *http2Session) Ping(data [8]byte) { s.emit("ping", data[:]) }

// PingAcked is part of h2.Handler.
func (s *http2Session) PingAcked(data [8]byte) { s.emit("pong", data[:]) }

// GoAway is part of h2.Handler.
func (s *http2Session) GoAway(code http2.ErrCode, last uint32, debug []byte) {
	s.emit("goaway", int64(code), int64(last), debug)
}

// Extension is part of h2.Handler.
func (s *http2Session) Extension(kind uint8, stream uint32, payload []byte) {
	s.emit("extension", int64(kind), int64(stream), payload)
}

// Closed is part of h2.Handler.
func (s *http2Session) Closed(err error) {
	var code any
	if e, ok := errors.AsType[h2.Error](err); ok {
		code, err = int64(e), nil
	}
	s.enter(func(r *jsapi.Realm) {
		s.hold()
		failure := goja.Null()
		if err != nil {
			failure = r.Error(networkFailure("read", "", err))
		}
		if _, err := s.event(goja.Undefined(), r.Runtime().ToValue("closed"), failure, r.ToJS(code)); err != nil {
			r.Uncaught(err)
		}
	})
}

// streamPipe is the body of a stream in both directions.
func streamPipe(st *h2.Stream) *pipe {
	return &pipe{in: bodyReader{st}, out: st, end: st.End, close: func() error { return nil }}
}

// bodyReader ends where the stream was reset: JavaScript gets the code of that.
type bodyReader struct{ *h2.Stream }

func (b bodyReader) Read(p []byte) (int, error) {
	n, err := b.Stream.Read(p)
	if _, ok := errors.AsType[h2.ErrReset](err); ok {
		err = errGone
	}
	return n, err
}

// listFields makes a list of alternating names and values, and one of the names that
// were sent as sensitive.
func listFields(fields []hpack.HeaderField) (list, sensitive []any) {
	list, sensitive = make([]any, 0, 2*len(fields)), []any{}
	for _, f := range fields {
		list = append(list, fromLatin1(f.Name), fromLatin1(f.Value))
		if f.Sensitive {
			sensitive = append(sensitive, fromLatin1(f.Name))
		}
	}
	return list, sensitive
}

// fromLatin1 is the text whose characters are the bytes of s.
func fromLatin1(s string) string {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			var b strings.Builder
			for i := range len(s) {
				b.WriteRune(rune(s[i]))
			}
			return b.String()
		}
	}
	return s
}

// toLatin1 is the opposite.
func toLatin1(s string) string {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			b := make([]byte, 0, len(s))
			for _, r := range s {
				b = append(b, byte(r))
			}
			return string(b)
		}
	}
	return s
}

// fields reads a list of alternating names and values; sensitive ones are in the second
// list.
func fields(list, sensitive goja.Value) []hpack.HeaderField {
	texts, _ := list.Export().([]any)
	secret := map[string]bool{}
	names, _ := sensitive.Export().([]any)
	for _, n := range names {
		if text, ok := n.(string); ok {
			secret[text] = true
		}
	}
	out := make([]hpack.HeaderField, 0, len(texts)/2)
	for i := 0; i+1 < len(texts); i += 2 {
		name, _ := texts[i].(string)
		value, _ := texts[i+1].(string)
		// Short secrets could be guessed from the compression of others.
		guessed := name == "authorization" || name == "cookie" && len(value) < 20
		out = append(out, hpack.HeaderField{Name: toLatin1(name), Value: toLatin1(value), Sensitive: guessed || secret[name]})
	}
	return out
}

// settingList reads a list of alternating numbers and values.
func settingList(v goja.Value) []http2.Setting {
	flat, _ := v.Export().([]any)
	out := make([]http2.Setting, 0, len(flat)/2)
	for i := 0; i+1 < len(flat); i += 2 {
		out = append(out, http2.Setting{ID: http2.SettingID(wholeNumber(flat[i])), Val: uint32(wholeNumber(flat[i+1]))})
	}
	return out
}

func wholeNumber(v any) int64 {
	switch n := v.(type) {
	case int64:
		return n
	case float64:
		return int64(n)
	}
	return 0
}

// http2Natives are the native functions of http2.js.
func (m *netModule) http2Natives() map[string]any {
	rt := m.realm.Runtime()
	session := func(call goja.FunctionCall) *http2Session { return call.Argument(0).Export().(*http2Session) }
	stream := func(call goja.FunctionCall) *h2.Stream { return call.Argument(0).Export().(*h2.Stream) }
	return map[string]any{
		"session": m.http2Session,
		// request(session, headers, sensitive, end) returns [stream, pipe, number], or null where
		// there are no numbers left.
		"request": func(call goja.FunctionCall) goja.Value {
			st, err := session(call).conn.Open(fields(call.Argument(1), call.Argument(2)), call.Argument(3).ToBoolean())
			return m.opened(st, err)
		},
		"push": func(call goja.FunctionCall) goja.Value {
			return m.opened(stream(call).Push(fields(call.Argument(1), call.Argument(2))))
		},
		"headers": func(call goja.FunctionCall) goja.Value {
			stream(call).Headers(fields(call.Argument(1), call.Argument(2)), call.Argument(3).ToBoolean())
			return goja.Undefined()
		},
		"reset": func(call goja.FunctionCall) goja.Value {
			stream(call).Reset(http2.ErrCode(call.Argument(1).ToInteger()))
			return goja.Undefined()
		},
		"streamState": func(call goja.FunctionCall) goja.Value {
			s := stream(call).State()
			return rt.NewArray(rt.ToValue(s.Window), rt.ToValue(s.SentEnd), rt.ToValue(s.GotEnd))
		},
		"settings": func(call goja.FunctionCall) goja.Value {
			session(call).conn.Settings(settingList(call.Argument(1)))
			return goja.Undefined()
		},
		"ping": func(call goja.FunctionCall) goja.Value {
			var data [8]byte
			copy(data[:], m.bytes(call.Argument(1)))
			session(call).conn.Ping(data)
			return goja.Undefined()
		},
		"goaway": func(call goja.FunctionCall) goja.Value {
			var debug []byte
			if o, ok := call.Argument(3).(*goja.Object); ok {
				debug = append(debug, m.bytes(o)...)
			}
			session(call).conn.GoAway(http2.ErrCode(call.Argument(1).ToInteger()), uint32(call.Argument(2).ToInteger()), debug)
			return goja.Undefined()
		},
		"refuse": func(call goja.FunctionCall) goja.Value {
			session(call).conn.Refuse()
			return goja.Undefined()
		},
		"extension": func(call goja.FunctionCall) goja.Value {
			payload := append([]byte(nil), m.bytes(call.Argument(3))...)
			session(call).conn.Extension(uint8(call.Argument(1).ToInteger()), uint32(call.Argument(2).ToInteger()), payload)
			return goja.Undefined()
		},
		"window": func(call goja.FunctionCall) goja.Value {
			session(call).conn.SetWindow(call.Argument(1).ToInteger())
			return goja.Undefined()
		},
		"nextID": func(call goja.FunctionCall) goja.Value {
			session(call).conn.SetNextID(uint32(call.Argument(1).ToInteger()))
			return goja.Undefined()
		},
		"state": func(call goja.FunctionCall) goja.Value {
			s := session(call).conn.State()
			return rt.NewArray(rt.ToValue(s.RecvWindow), rt.ToValue(s.Unacked), rt.ToValue(int64(s.NextID)), rt.ToValue(s.LocalWindow), rt.ToValue(int64(s.LastID)), rt.ToValue(s.SendWindow), rt.ToValue(s.Queued))
		},
		"busy": func(call goja.FunctionCall) goja.Value { return rt.ToValue(session(call).conn.Busy()) },
		"close": func(call goja.FunctionCall) goja.Value {
			session(call).conn.Close()
			return goja.Undefined()
		},
		"hold": func(call goja.FunctionCall) goja.Value {
			s := session(call)
			s.hold()
			if call.Argument(1).ToBoolean() {
				s.hold = m.realm.Hold()
			}
			return goja.Undefined()
		},
	}
}

// bridgeNatives are the native functions of bridge.js.
func (m *netModule) bridgeNatives() map[string]any {
	rt := m.realm.Runtime()
	return map[string]any{
		// bridge() makes a connection to a stream of JavaScript: one end for Go, one for JavaScript.
		"bridge": func(goja.FunctionCall) goja.Value {
			a, b := net.Pipe()
			return rt.NewArray(rt.ToValue(m.newPipe(a)), rt.ToValue(m.newPipe(b)))
		},
	}
}

// opened is the result of request and push.
func (m *netModule) opened(st *h2.Stream, err error) goja.Value {
	rt := m.realm.Runtime()
	if err != nil {
		return goja.Null()
	}
	return rt.NewArray(rt.ToValue(st), rt.ToValue(streamPipe(st)), rt.ToValue(int64(st.ID)))
}

// http2Session begins HTTP/2 on the connection of a pipe: (pipe, head, options, settings, event).
func (m *netModule) http2Session(call goja.FunctionCall) goja.Value {
	c, ok := call.Argument(0).Export().(*pipe).in.(*connection)
	if !ok {
		panic(m.realm.Runtime().NewTypeError("http2 needs a connected socket"))
	}
	var head []byte
	if o, ok := call.Argument(1).(*goja.Object); ok {
		head = append(head, m.bytes(o)...)
	}
	o := m.settings(call.Argument(2))
	opts := h2.Options{
		Server: o.flag("server"), MaxHeaderPairs: int(o.int("pairs")), MaxMemory: o.int("memory"),
		ResetBurst: int(o.int("burst")), ResetRate: int(o.int("rate")), MaxInvalid: int(o.int("invalid")), MaxRejected: int(o.int("rejected")),
	}
	s := &http2Session{module: m, enter: m.realm.Enqueuer(), hold: m.realm.Hold()}
	s.event, _ = goja.AssertFunction(call.Argument(4))
	c.taken = true
	conn, unread := c.detach()
	s.conn = h2.New(conn, append(head, unread...), opts, s)
	if !opts.Server {
		s.conn.Preface()
	}
	s.conn.Settings(settingList(call.Argument(3)))
	release := m.open.add(conn.Close)
	m.realm.Go(func(context.Context) {
		s.conn.Run()
		release()
	})
	return m.realm.Runtime().ToValue(s)
}
