package node

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"github.com/dop251/goja"

	"framework/jsapi"
)

// Forward lets h answer a request of http.createServer; res is the response object
// of its listener. It returns false for other objects. Call it on the loop.
func Forward(r *jsapi.Realm, res goja.Value, h http.Handler) bool {
	o, ok := res.(*goja.Object)
	if !ok {
		return false
	}
	forward, ok := goja.AssertFunction(o.Get("_forward"))
	if !ok {
		return false
	}
	if _, err := forward(o, r.Runtime().ToValue(handle{h})); err != nil {
		r.Uncaught(err)
	}
	return true
}

// forwarded is the answer of a handler to a request that JavaScript has.
type forwarded struct {
	header http.Header
	body   *io.PipeWriter
	begin  func(status int, head http.Header) error // gives JavaScript the head
	held   []byte                                   // the body before it is known whether it is all
	status int                                      // 0 for none yet
	begun  bool
}

// mostHeld is how long the body of an answer without a Content-Length may be for it to get one, as in net/http.
const mostHeld = 2048

// Header is part of http.ResponseWriter.
func (f *forwarded) Header() http.Header { return f.header }

// WriteHeader is part of http.ResponseWriter.
func (f *forwarded) WriteHeader(status int) {
	if f.status == 0 && status >= 200 {
		f.status = status
	}
}

// Write is part of http.ResponseWriter.
func (f *forwarded) Write(b []byte) (int, error) {
	f.WriteHeader(http.StatusOK)
	if !f.begun && len(f.held)+len(b) <= mostHeld {
		f.held = append(f.held, b...)
		return len(b), nil
	}
	if err := f.FlushError(); err != nil {
		return 0, err
	}
	return f.body.Write(b)
}

// FlushError is what http.ResponseController calls.
func (f *forwarded) FlushError() error {
	f.WriteHeader(http.StatusOK)
	if f.begun {
		return nil
	}
	f.begun = true
	if err := f.begin(f.status, f.header); err != nil {
		return err
	}
	_, err := f.body.Write(f.held)
	return err
}

// SetReadDeadline and SetWriteDeadline are of http.ResponseController: JavaScript has the connection, and its limits.
func (f *forwarded) SetReadDeadline(time.Time) error { return nil }

// SetWriteDeadline does nothing, see SetReadDeadline.
func (f *forwarded) SetWriteDeadline(time.Time) error { return nil }

// EnableFullDuplex does nothing: the body is read while the answer is written.
func (f *forwarded) EnableFullDuplex() error { return nil }

// finish ends the answer.
func (f *forwarded) finish() error {
	if !f.begun && f.header.Get("Content-Length") == "" && f.header.Get("Transfer-Encoding") == "" && f.status != http.StatusNotModified && f.status != http.StatusNoContent {
		f.header.Set("Content-Length", strconv.Itoa(len(f.held)))
	}
	if err := f.FlushError(); err != nil {
		return err
	}
	return f.body.Close()
}

// forward is the native function of httpresponse.js: (request, head) begins to answer a request with a handler. It
// returns the pipe for the body of the request, and with that of the answer, behind the call of head(status, headers).
func (m *httpModule) forward(call goja.FunctionCall) goja.Value {
	o := m.settings(call.Argument(0))
	of, _ := o.get("handler")
	h, _ := of.Export().(handle)
	handler, ok := h.value.(http.Handler)
	if !ok {
		panic(m.realm.Runtime().NewTypeError("there is no handler of requests"))
	}
	head, _ := goja.AssertFunction(call.Argument(1))
	ctx, cancel := context.WithCancel(m.realm.Lifetime())
	body, toBody := io.Pipe()
	answer, toAnswer := io.Pipe()
	enter := m.realm.Enqueuer()
	f := &forwarded{header: http.Header{}, body: toAnswer}
	f.begin = func(status int, header http.Header) error {
		list := flatHeaders(header)
		if !enter(func(r *jsapi.Realm) {
			if _, err := head(goja.Undefined(), r.Runtime().ToValue(status), r.ToJS(list)); err != nil {
				r.Uncaught(err)
			}
		}) {
			return errGone
		}
		return nil
	}
	req := forwardedRequest(o).WithContext(ctx)
	req.Body = body
	m.realm.Go(func(context.Context) {
		defer cancel()
		err := serveForwarded(handler, f, req)
		_ = body.CloseWithError(errGone)
		_ = toAnswer.CloseWithError(err)
	})
	return m.realm.Runtime().ToValue(&pipe{in: answer, out: toBody, end: toBody.Close, close: func() error {
		cancel()
		_ = toBody.CloseWithError(errGone)
		return answer.Close()
	}})
}

var errGone = &netFailure{"ECONNRESET", "aborted", nil, nil}

// serveForwarded returns why an answer is not whole.
func serveForwarded(handler http.Handler, f *forwarded, req *http.Request) (err error) {
	defer func() {
		if x := recover(); x != nil {
			err = fmt.Errorf("answering %s: %v", req.URL.Path, x)
			if known, ok := x.(error); ok && errors.Is(known, http.ErrAbortHandler) {
				err = errGone
			}
		}
	}()
	handler.ServeHTTP(f, req)
	return f.finish()
}

func forwardedRequest(o settings) *http.Request {
	header := headersFrom(o.list("headers"))
	major, minor := int(o.int("major")), int(o.int("minor"))
	req := &http.Request{
		Method: o.text("method"), RequestURI: o.text("url"), Header: header, Host: header.Get("Host"), ContentLength: -1,
		Proto: fmt.Sprintf("HTTP/%d.%d", major, minor), ProtoMajor: major, ProtoMinor: minor,
		RemoteAddr: net.JoinHostPort(o.text("address"), strconv.FormatInt(o.int("port"), 10)),
	}
	header.Del("Host")
	if n, err := strconv.ParseInt(header.Get("Content-Length"), 10, 64); err == nil {
		req.ContentLength = n
	} else if header.Get("Transfer-Encoding") == "" {
		req.ContentLength = 0
	} else {
		req.TransferEncoding = []string{"chunked"}
	}
	header.Del("Transfer-Encoding")
	var err error
	if req.URL, err = url.ParseRequestURI(req.RequestURI); err != nil {
		req.URL = &url.URL{Path: req.RequestURI} // what cannot be decoded is for the handler to refuse
	}
	return req
}
