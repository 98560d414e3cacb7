package node

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptrace"
	"net/textproto"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/dop251/goja"

	"framework/engine/value"
)

// idleTime is how long an idle connection is kept.
const idleTime = 5 * time.Second

// agents are the connections of a realm's HTTP clients: one pool for each agent of
// JavaScript and each combination of connection options.
type agents struct {
	host  *httpModule
	pools map[poolKey]*http.Transport
}

type poolKey struct {
	agent               int64
	path                string // of a socket
	servername, ca      string
	cert, key           string
	insecure, keepAlive bool
	family              int64
}

// pool returns the connection pool for a request.
func (a *agents) pool(o settings) (*http.Transport, error) {
	sec := o.security()
	key := poolKey{
		o.int("agent"), o.text("socketPath"), sec.servername, sec.ca, sec.cert, sec.key, sec.insecure,
		o.flag("keepAlive"), o.int("family"),
	}
	if t, ok := a.pools[key]; ok {
		return t, nil
	}
	config, err := sec.config()
	if err != nil {
		return nil, err
	}
	t := &http.Transport{
		TLSClientConfig:    config,
		DisableCompression: true,
		DisableKeepAlives:  !key.keepAlive,
		IdleConnTimeout:    idleTime, MaxIdleConnsPerHost: 256,
		ExpectContinueTimeout: time.Second,
		DialContext: func(ctx context.Context, _, addr string) (net.Conn, error) {
			name, port, err := net.SplitHostPort(addr)
			if err != nil {
				return nil, err
			}
			n, err := strconv.ParseInt(port, 10, 64)
			if err != nil {
				return nil, err
			}
			return a.host.dial(ctx, name, n, key.path, key.family)
		},
	}
	a.host.open.add(func() error {
		t.CloseIdleConnections()
		return nil
	})
	a.pools[key] = t
	return t, nil
}

// canonical are the headers that net/http reads by this spelling; other headers
// are sent as the project has written them.
var canonical = []string{
	"Accept-Encoding", "Connection", "Content-Encoding", "Content-Length", "Content-Type", "Date", "Expect", "Host", "Te", "Trailer",
	"Transfer-Encoding", "Upgrade", "User-Agent",
}

// parseHeaders converts a list of alternating names and values.
func parseHeaders(list []string) http.Header {
	out := http.Header{}
	for i := 0; i+1 < len(list); i += 2 {
		name := list[i]
		if c := textproto.CanonicalMIMEHeaderKey(name); slices.Contains(canonical, c) {
			name = c
		}
		out[name] = append(out[name], list[i+1])
	}
	return out
}

// flatHeaders is the opposite of parseHeaders, sorted by name.
func flatHeaders(hd http.Header) []any {
	names := make([]string, 0, len(hd))
	for n := range hd {
		names = append(names, n)
	}
	slices.Sort(names)
	var out []any
	for _, n := range names {
		for _, v := range hd[n] {
			out = append(out, n, v)
		}
	}
	return out
}

func (s settings) list(name string) []string {
	v, ok := s.get(name)
	if !ok {
		return nil
	}
	items, _ := v.Export().([]any)
	out := make([]string, len(items))
	for i, x := range items {
		out[i], _ = x.(string)
	}
	return out
}

// httpModule is the native part of http and https.
type httpModule struct{ *netModule }

// httpNatives are the native functions of http.js.
func (m *httpModule) httpNatives() map[string]any {
	a := &agents{host: m, pools: map[poolKey]*http.Transport{}}
	natives := map[string]any{
		"request": func(call goja.FunctionCall) goja.Value { return m.request(a, call) },
		"methods": m.realm.ToJS(methods()),
		"status":  m.realm.ToJS(statusTexts()),
		"release": func(call goja.FunctionCall) goja.Value {
			agent := call.Argument(0).ToInteger()
			for key, t := range a.pools {
				if key.agent == agent {
					t.CloseIdleConnections()
				}
			}
			return goja.Undefined()
		},
	}
	m.addServer(natives)
	return natives
}

// request(options, done) begins a request. It returns an object with the pipe of
// the body, and abort().
func (m *httpModule) request(a *agents, call goja.FunctionCall) goja.Value {
	o := m.settings(call.Argument(0))
	pool, err := a.pool(o)
	if err != nil {
		panic(m.realm.Error(err))
	}
	target := &url.URL{Scheme: o.text("scheme"), Host: net.JoinHostPort(o.text("host"), o.text("port"))}
	if path := o.text("path"); strings.HasPrefix(path, "//") {
		target.Path, target.RawQuery, _ = strings.Cut(path, "?")
	} else {
		target.Opaque = path
	}
	ctx, cancel := context.WithCancel(m.realm.Lifetime())
	hd := parseHeaders(o.list("headers"))
	req := (&http.Request{Method: o.text("method"), URL: target, Header: hd, Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1}).WithContext(ctx)
	req.Host = hd.Get("Host")
	if _, ok := hd["User-Agent"]; !ok {
		hd["User-Agent"] = nil // or net/http would add its own
	}
	out := m.realm.Runtime().NewObject()
	if length := o.int("length"); length != 0 {
		r, w := io.Pipe()
		req.Body, req.ContentLength = r, length
		_ = out.Set("pipe", &pipe{out: bodyWriter{w}, end: w.Close, close: func() error { return w.CloseWithError(errAborted) }})
	}
	delete(hd, "Host")
	delete(hd, "Content-Length")
	delete(hd, "Transfer-Encoding")
	release := m.open.add(func() error {
		cancel()
		return nil
	})
	_ = out.Set("abort", func(goja.FunctionCall) goja.Value {
		cancel()
		return goja.Undefined()
	})
	var conn net.Conn // of the request
	req = req.WithContext(httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{GotConn: func(info httptrace.GotConnInfo) { conn = info.Conn }}))
	m.later(call.Argument(1), func() (any, error) {
		res, err := pool.RoundTrip(req) //nolint:bodyclose // JavaScript reads it, and the pipe closes it
		if err != nil {
			cancel()
			release()
			return nil, networkFailure("connect", target.Host, err)
		}
		if len(res.TransferEncoding) > 0 {
			res.Header["Transfer-Encoding"] = res.TransferEncoding
		}
		_, text, _ := strings.Cut(res.Status, " ")
		out := value.Of("status", res.StatusCode, "message", text, "headers", flatHeaders(res.Header), "major", res.ProtoMajor, "minor", res.ProtoMinor)
		if body, ok := res.Body.(io.ReadWriteCloser); ok && res.StatusCode == http.StatusSwitchingProtocols && conn != nil {
			release()
			out.Set("connection", m.connectionInfo(upgraded{conn, body}))
			return out, nil
		}
		out.Set("pipe", handle{&pipe{in: bodyReader{res, release}, close: func() error {
			cancel()
			release()
			return res.Body.Close()
		}}})
		return out, nil
	})
	return out
}

// upgraded is a connection that was handed over by a response. What was read with it
// comes first.
type upgraded struct {
	net.Conn
	body io.ReadWriteCloser
}

func (u upgraded) Read(b []byte) (int, error)  { return u.body.Read(b) }
func (u upgraded) Write(b []byte) (int, error) { return u.body.Write(b) }
func (u upgraded) Close() error                { return u.body.Close() }

// CloseWrite ends what is sent.
func (u upgraded) CloseWrite() error {
	if half, ok := u.Conn.(interface{ CloseWrite() error }); ok {
		return half.CloseWrite()
	}
	return nil
}

var errAborted = errors.New("the request was aborted")

// bodyWriter converts errors of writing a request body to Node's errors.
type bodyWriter struct{ io.Writer }

func (w bodyWriter) Write(b []byte) (int, error) {
	n, err := w.Writer.Write(b)
	if err != nil {
		err = &netFailure{"EPIPE", "write EPIPE", nil, err}
	}
	return n, err
}

// bodyReader is the body of a response. Its trailers follow at the end.
type bodyReader struct {
	res     *http.Response
	release func()
}

func (b bodyReader) Read(p []byte) (int, error) {
	n, err := b.res.Body.Read(p)
	if err != nil {
		b.release()
		if !errors.Is(err, io.EOF) {
			err = &netFailure{"ECONNRESET", "aborted", nil, err}
		}
	}
	return n, err
}
