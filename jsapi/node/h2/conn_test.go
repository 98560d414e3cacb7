package h2_test

import (
	"bytes"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"

	"golang.org/x/net/http2"
	"golang.org/x/net/http2/hpack"

	"framework/engine/testenv"
	"framework/jsapi/node/h2"
)

// events records what happens, and has a server answer.
type events struct {
	answer func(s *h2.Stream, fields []hpack.HeaderField)
	heads  chan []hpack.HeaderField
	gone   chan http2.ErrCode
	acks   chan bool
	ended  chan error
	once   sync.Once
}

func newEvents(answer func(*h2.Stream, []hpack.HeaderField)) *events {
	return &events{answer: answer, heads: make(chan []hpack.HeaderField, 100), gone: make(chan http2.ErrCode, 2000), acks: make(chan bool, 2000), ended: make(chan error, 1)}
}

func (e *events) Opened(s *h2.Stream, _ uint32, fields []hpack.HeaderField, _ bool) {
	if e.answer != nil {
		go e.answer(s, fields)
	}
}
func (e *events) Headers(_ *h2.Stream, fields []hpack.HeaderField, _ bool) { e.heads <- fields }
func (e *events) Gone(_ *h2.Stream, code http2.ErrCode) {
	select {
	case e.gone <- code:
	default:
	}
}
func (e *events) Settings([]http2.Setting)             {}
func (e *events) SettingsAcked()                       { e.acks <- true }
func (e *events) Ping([8]byte)                         {}
func (e *events) PingAcked([8]byte)                    {}
func (e *events) GoAway(http2.ErrCode, uint32, []byte) {}
func (e *events) Extension(uint8, uint32, []byte)      {}
func (e *events) Closed(err error)                     { e.once.Do(func() { e.ended <- err }) }

func field(name, value string) hpack.HeaderField { return hpack.HeaderField{Name: name, Value: value} }

func fields(pairs ...string) (list []hpack.HeaderField) {
	for i := 0; i < len(pairs); i += 2 {
		list = append(list, field(pairs[i], pairs[i+1]))
	}
	return list
}

var usual = h2.Options{MaxHeaderPairs: 128, MaxMemory: 10e6, ResetBurst: 1000, ResetRate: 33, MaxInvalid: 1000, MaxRejected: 100}

func start(conn net.Conn, opts h2.Options, e *events, settings ...http2.Setting) *h2.Conn {
	c := h2.New(conn, nil, opts, e)
	if !opts.Server {
		c.Preface()
	}
	c.Settings(settings)
	go c.Run()
	return c
}

// pair is a connection over TCP, which buffers what is written.
func pair(t *testing.T) (client, server net.Conn) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	if client, err = net.Dial("tcp", l.Addr().String()); err != nil {
		t.Fatal(err)
	}
	if server, err = l.Accept(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { client.Close(); server.Close() })
	return client, server
}

func serverOptions() h2.Options {
	o := usual
	o.Server = true
	return o
}

// echo answers with the body of the request, and with its length as trailer.
func echo(s *h2.Stream, _ []hpack.HeaderField) {
	s.Headers(fields(":status", "200", "trailer", "x-length"), false)
	n, err := io.Copy(s, s)
	if err != nil {
		return
	}
	s.Headers(fields("x-length", fmt.Sprint(n)), true)
}

// The client of Go asks this server, many times at once and with bodies longer than all
// windows.
func TestServerWithClientOfGo(t *testing.T) {
	testenv.Slow(t)
	//nolint:staticcheck // the newer way has no connection of its own
	transport := &http2.Transport{AllowHTTP: true, DialTLSContext: func(context.Context, string, string, *tls.Config) (net.Conn, error) {
		a, b := pair(t)
		start(b, serverOptions(), newEvents(echo), http2.Setting{ID: http2.SettingMaxConcurrentStreams, Val: 10})
		return a, nil
	}}
	client := &http.Client{Transport: transport}
	var wg sync.WaitGroup
	for i := range 40 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			body := strings.Repeat(string(rune('a'+i%26)), i*10_000)
			res, err := client.Post("http://h/", "text/plain", strings.NewReader(body))
			if err != nil {
				t.Error(err)
				return
			}
			defer res.Body.Close()
			got, err := io.ReadAll(res.Body)
			if err != nil || string(got) != body || res.Trailer.Get("X-Length") != fmt.Sprint(len(body)) {
				t.Errorf("%d of %d bytes, trailer %v, %v", len(got), len(body), res.Trailer, err)
			}
		}()
	}
	wg.Wait()
}

// This client asks the server of Go.
func TestClientWithServerOfGo(t *testing.T) {
	a, b := pair(t)
	//nolint:staticcheck // the newer way needs a listener
	go (&http2.Server{}).ServeConn(b, &http2.ServeConnOpts{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("X-Path", r.URL.Path)
		_, _ = io.Copy(w, r.Body)
	})})
	e := newEvents(nil)
	c := start(a, usual, e)
	s, err := c.Open(fields(":method", "POST", ":scheme", "http", ":path", "/p", ":authority", "h"), false)
	if err != nil {
		t.Fatal(err)
	}
	body := bytes.Repeat([]byte("0123456789"), 50_000)
	go func() {
		_, _ = s.Write(body)
		_ = s.End()
	}()
	got, err := io.ReadAll(s)
	if err != nil || !bytes.Equal(got, body) {
		t.Errorf("%d bytes, %v", len(got), err)
	}
	if head := <-e.heads; head[0].Value != "200" {
		t.Errorf("got %v", head)
	}
	if code := <-e.gone; code != http2.ErrCodeNo {
		t.Errorf("got %v", code)
	}
	c.Close()
	if err := <-e.ended; err != nil {
		t.Errorf("got %v", err)
	}
}

// hostile writes frames as an attacker does.
type hostile struct {
	*http2.Framer
	t     *testing.T
	block bytes.Buffer
	enc   *hpack.Encoder
}

func attack(t *testing.T, opts h2.Options, e *events, settings ...http2.Setting) *hostile {
	a, b := pair(t)
	start(b, opts, e, settings...)
	h := &hostile{Framer: http2.NewFramer(a, a), t: t}
	h.enc = hpack.NewEncoder(&h.block)
	if _, err := io.WriteString(a, http2.ClientPreface); err != nil {
		t.Fatal(err)
	}
	_ = h.WriteSettings()
	return h
}

func (h *hostile) headers(id uint32, end bool, more ...string) {
	h.block.Reset()
	for _, f := range append(fields(":method", "GET", ":scheme", "http", ":path", "/", ":authority", "h"), fields(more...)...) {
		_ = h.enc.WriteField(f)
	}
	_ = h.WriteHeaders(http2.HeadersFrameParam{StreamID: id, BlockFragment: h.block.Bytes(), EndHeaders: true, EndStream: end})
}

// until reads frames until one is of the kind that is waited for.
func (h *hostile) until(want func(http2.Frame) bool) {
	h.t.Helper()
	for {
		f, err := h.ReadFrame()
		if err != nil {
			h.t.Fatalf("the connection ended before: %v", err)
		}
		if want(f) {
			return
		}
	}
}

func reset(id uint32, code http2.ErrCode) func(http2.Frame) bool {
	return func(f http2.Frame) bool {
		r, ok := f.(*http2.RSTStreamFrame)
		return ok && r.StreamID == id && r.ErrCode == code
	}
}

func away(code http2.ErrCode) func(http2.Frame) bool {
	return func(f http2.Frame) bool {
		g, ok := f.(*http2.GoAwayFrame)
		return ok && g.ErrCode == code
	}
}

// What a hostile client does ends its stream, or the connection.
func TestHostileClients(t *testing.T) {
	for _, c := range []struct {
		name string
		do   func(h *hostile)
		want func(http2.Frame) bool
	}{
		{"streams that are given up at once", func(h *hostile) {
			for id := uint32(1); id < 3000; id += 2 {
				h.headers(id, true)
				_ = h.WriteRSTStream(id, http2.ErrCodeCancel)
			}
		}, away(http2.ErrCodeEnhanceYourCalm)},
		{"too many streams", func(h *hostile) {
			for id := uint32(1); id <= 7; id += 2 {
				h.headers(id, false)
			}
		}, reset(7, http2.ErrCodeRefusedStream)},
		{"too many refused streams", func(h *hostile) {
			for id := uint32(1); id <= 301; id += 2 {
				h.headers(id, false)
			}
		}, away(http2.ErrCodeEnhanceYourCalm)},
		{"too many headers", func(h *hostile) {
			var list []string
			for range 200 {
				list = append(list, "a", "b")
			}
			h.headers(1, true, list...)
		}, reset(1, http2.ErrCodeEnhanceYourCalm)},
		{"a bomb of compressed headers", func(h *hostile) {
			var list []string
			for range 100 {
				list = append(list, "a", strings.Repeat("b", 3000))
			}
			h.headers(1, true, list...)
		}, reset(1, http2.ErrCodeEnhanceYourCalm)},
		{"more than the window", func(h *hostile) {
			h.headers(1, false)
			for range 5 {
				_ = h.WriteData(1, false, make([]byte, 16384))
			}
		}, away(http2.ErrCodeFlowControl)},
		{"a body that is too long", func(h *hostile) {
			h.headers(1, false, "content-length", "3")
			_ = h.WriteData(1, true, []byte("four"))
		}, reset(1, http2.ErrCodeProtocol)},
		{"a body that is too short", func(h *hostile) {
			h.headers(1, false, "content-length", "3")
			_ = h.WriteData(1, true, []byte("1"))
		}, reset(1, http2.ErrCodeProtocol)},
		{"empty frames", func(h *hostile) {
			h.headers(1, false)
			for range 2000 {
				_ = h.WriteData(1, false, nil)
			}
		}, away(http2.ErrCodeEnhanceYourCalm)},
		{"headers of HTTP/1", func(h *hostile) { h.headers(1, true, "connection", "close") }, reset(1, http2.ErrCodeProtocol)},
		{"a window of more than 2 GB", func(h *hostile) { _ = h.WriteWindowUpdate(0, 1<<31-1) }, away(http2.ErrCodeFlowControl)},
		{"data of a stream that never was", func(h *hostile) { _ = h.WriteData(9, true, []byte("x")) }, away(http2.ErrCodeProtocol)},
		{"a frame that is too long", func(h *hostile) { _ = h.WriteRawFrame(http2.FrameData, 0, 1, make([]byte, 20000)) }, away(http2.ErrCodeFrameSize)},
		{"a stream of the wrong side", func(h *hostile) { h.headers(2, true) }, away(http2.ErrCodeProtocol)},
	} {
		t.Run(c.name, func(t *testing.T) {
			h := attack(t, serverOptions(), newEvents(nil), http2.Setting{ID: http2.SettingMaxConcurrentStreams, Val: 3})
			go c.do(h)
			h.until(c.want)
		})
	}
}

// Answers that nobody reads do not take memory without end.
func TestAnswersThatNobodyReads(t *testing.T) {
	testenv.Slow(t)
	e := newEvents(nil)
	h := attack(t, serverOptions(), e)
	go func() {
		for range 10_000_000 {
			if h.WritePing(false, [8]byte{}) != nil {
				return
			}
		}
	}()
	if err := <-e.ended; !errors.Is(err, h2.Error(http2.ErrCodeEnhanceYourCalm)) {
		t.Errorf("got %v", err)
	}
}

// A stream takes no more than its window, and goes on when it is read.
func TestWindowsOfStreams(t *testing.T) {
	a, b := pair(t)
	opened := make(chan *h2.Stream, 1)
	start(b, serverOptions(), newEvents(func(s *h2.Stream, _ []hpack.HeaderField) { opened <- s }))
	c := start(a, usual, newEvents(nil))
	s, err := c.Open(fields(":method", "POST", ":scheme", "http", ":path", "/", ":authority", "h"), false)
	if err != nil {
		t.Fatal(err)
	}
	sent := make(chan error, 1)
	go func() {
		_, err := s.Write(make([]byte, 1<<20))
		if err == nil {
			err = s.End()
		}
		sent <- err
	}()
	n, err := io.Copy(io.Discard, <-opened)
	if n != 1<<20 || err != nil || <-sent != nil {
		t.Errorf("%d bytes, %v", n, err)
	}
}

// A reset interrupts reads and writes.
func TestResetInterrupts(t *testing.T) {
	a, b := pair(t)
	opened := make(chan *h2.Stream, 1)
	start(b, serverOptions(), newEvents(func(s *h2.Stream, _ []hpack.HeaderField) { opened <- s }))
	c := start(a, usual, newEvents(nil))
	s, err := c.Open(fields(":method", "POST", ":scheme", "http", ":path", "/", ":authority", "h"), false)
	if err != nil {
		t.Fatal(err)
	}
	results := make(chan error, 2)
	go func() { _, err := s.Write(make([]byte, 1<<20)); results <- err }()
	go func() { _, err := io.ReadAll(s); results <- err }()
	(<-opened).Reset(http2.ErrCodeCancel)
	for range 2 {
		if err := <-results; err == nil {
			t.Error("it goes on")
		}
	}
}

// Whatever comes, the connection ends without a panic.
func FuzzConn(f *testing.F) {
	var seed bytes.Buffer
	fr := http2.NewFramer(&seed, nil)
	_ = fr.WriteSettings()
	_ = fr.WriteHeaders(http2.HeadersFrameParam{StreamID: 1, BlockFragment: []byte{0x82, 0x84, 0x86}, EndHeaders: true})
	_ = fr.WriteData(1, true, []byte("x"))
	_ = fr.WritePing(false, [8]byte{})
	_ = fr.WriteRSTStream(1, 0)
	_ = fr.WriteGoAway(1, 0, nil)
	f.Add(seed.Bytes(), true)
	f.Add(seed.Bytes(), false)
	f.Fuzz(func(_ *testing.T, in []byte, server bool) {
		opts := usual
		if opts.Server = server; server {
			in = append([]byte(http2.ClientPreface), in...)
		}
		e := newEvents(func(s *h2.Stream, _ []hpack.HeaderField) { s.Reset(http2.ErrCodeCancel) })
		e.heads = make(chan []hpack.HeaderField, 10_000)
		a, b := net.Pipe()
		go func() { _, _ = io.Copy(io.Discard, a) }()
		c := h2.New(b, in, opts, e)
		c.Settings(nil)
		go c.Run()
		a.Close()
		<-e.ended
	})
}
