package web

import (
	"io"
	"net"
	"net/http"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"framework/engine/value"
	"framework/engine/web/qs"
	"framework/router"
)

// Options say how requests are read.
type Options struct {
	Responder ResponderOptions
	Limits    BodyLimits
	// Secrets verify signed cookies; the first one is the current one.
	Secrets []string
	// Trust says which proxies in front are believed.
	Trust Trust
	// MethodOverride honours X-HTTP-Method-Override of a POST; OverrideField
	// honours the form field _method as well (0.10, 0.11), and VaryOverride
	// announces the header in Vary (0.12).
	MethodOverride, OverrideField, VaryOverride bool
}

// NewExchange reads r, its cookies and its body included. The exchange is
// usable even when the error, a *router.Error, says that the body cannot be
// read. The upload is nil for requests without files; else it still comes in,
// and is to be closed after the exchange.
func NewExchange(w http.ResponseWriter, r *http.Request, opts Options) (*router.Exchange, *Upload, error) {
	x, err := OpenExchange(w, r, opts)
	ReadCookies(x, opts)
	if err != nil {
		return x, nil, err
	}
	upload, err := ReadBody(x, w, r, opts)
	if err != nil {
		return x, nil, err
	}
	OverrideMethod(x, opts)
	return x, upload, nil
}

// OpenExchange reads the line and the header of r, and leaves the body where it
// is. The exchange is usable even when the error, a *router.Error, says that
// the query cannot be read.
func OpenExchange(w http.ResponseWriter, r *http.Request, opts Options) (*router.Exchange, error) {
	arrived := count(r)
	req := &router.Request{
		Method: r.Method, MethodSent: r.Method, URL: r.RequestURI, Header: r.Header, Host: r.Host,
		Remote: r.RemoteAddr, Protocol: "http", Version: strings.TrimPrefix(r.Proto, "HTTP/"), Raw: r.Body, Arrived: arrived, Received: time.Now(),
	}
	if req.URL == "" || req.URL[0] != '/' { // absolute form, or made by hand
		req.URL = r.URL.RequestURI()
	}
	var query string
	req.Path, query, _ = strings.Cut(req.URL, "?")
	if host, port, err := net.SplitHostPort(r.RemoteAddr); err == nil {
		req.Remote = host
		req.PeerPort, _ = strconv.Atoi(port) // 0 where it is none
	}
	if r.TLS != nil {
		req.Protocol = "https"
	}
	req.Peer = req.Remote
	opts.Trust.Believe(r.Context(), req)
	x := router.NewExchange(r.Context(), req, NewResponder(w, r, opts.Responder))
	var err error
	req.Query, err = qs.Parse(query)
	return x, err
}

// countedBody counts what is read of a body.
type countedBody struct {
	io.ReadCloser
	read atomic.Int64
}

func (b *countedBody) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	b.read.Add(int64(n))
	return n, err
}

// count has the body of r counted, if it has one.
func count(r *http.Request) (arrived func() int64) {
	if r.Body == nil || r.Body == http.NoBody {
		return nil
	}
	b := &countedBody{ReadCloser: r.Body}
	r.Body = b
	return b.read.Load
}

// ReadCookies reads the cookies of an exchange.
func ReadCookies(x *router.Exchange, opts Options) {
	x.Request.Cookies, x.Request.Signed = parseCookies(x.Request.Header["Cookie"], opts.Secrets)
}

// ReadBody reads the body of an exchange that has r for its request. The upload
// is nil for requests without files; else it still comes in, and is to be closed
// after the exchange. The error is a *router.Error.
func ReadBody(x *router.Exchange, w http.ResponseWriter, r *http.Request, opts Options) (*Upload, error) {
	body, upload, err := readBody(w, r, opts.Limits)
	if err != nil {
		return nil, err
	}
	x.Request.Body, x.Request.Raw = body, nil
	return upload, nil
}

// OverrideMethod replaces the method of a POST by the one that the request asks
// for, and stores what it was. Without MethodOverride it does nothing.
func OverrideMethod(x *router.Exchange, opts Options) {
	if !opts.MethodOverride {
		return
	}
	x.Request.MethodBefore = x.Request.Method
	if x.Request.Method == http.MethodPost {
		override(x, opts)
	}
}

// override replaces the method of a POST by the one its header or field asks
// for, if it is a method.
func override(x *router.Exchange, opts Options) {
	if opts.VaryOverride {
		x.Response.Header().Add("Vary", "X-HTTP-Method-Override")
	}
	method := x.Request.Header.Get("X-HTTP-Method-Override")
	if body, ok := x.Request.Body.(*value.Map); ok && opts.OverrideField {
		if field, ok := body.Value("_method").(string); ok {
			body.Delete("_method")
			method = field
		}
	}
	switch method = strings.ToUpper(method); method {
	case http.MethodGet, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete, http.MethodHead, http.MethodOptions:
		x.Request.Method = method
	}
}
