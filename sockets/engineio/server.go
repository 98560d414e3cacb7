package engineio

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"net/http"
	"slices"
	"sync"
	"time"

	"framework/sockets/wire"
)

// closeTimeout is how long a client has to answer a WebSocket's close frame.
const closeTimeout = 3 * time.Second

// Receiver takes what a client sends.
type Receiver interface {
	// Message takes one message at a time, in the order of the client. Until
	// it returns nothing more is read from the client. The data is its own.
	Message(data []byte, isBinary bool)
	// Closed is called once, at the end, maybe while Message is running. err
	// tells more than the reason, or is nil.
	Closed(reason Reason, err error)
}

// Server serves Engine.IO, at whatever path it is mounted.
type Server struct {
	options  Options
	open     func(*Conn) Receiver
	upgrader *wire.Upgrader

	mu      sync.Mutex
	conns   map[string]*Conn
	closed  bool
	readers sync.WaitGroup // one for each connection of wire
}

// NewServer returns a server that calls open for each new connection, before
// anything is answered: what open sends comes with the answer.
func NewServer(o Options, open func(*Conn) Receiver) *Server {
	o = o.withDefaults()
	return &Server{
		options: o, open: open, conns: map[string]*Conn{},
		upgrader: wire.NewUpgrader(wire.Options{
			ReadLimit: o.MaxPayload, QueueBytes: o.MaxQueueBytes, WriteTimeout: o.WriteTimeout, CloseTimeout: closeTimeout,
		}),
	}
}

// Len is the number of connections.
func (s *Server) Len() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.conns)
}

func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if refusal := s.serve(w, r); refusal != nil {
		refusal.answer(w, r)
	}
}

func (s *Server) serve(w http.ResponseWriter, r *http.Request) *Refusal {
	if !s.allowOrigin(w, r) {
		return forbidden(nil)
	}
	if r.Method == http.MethodOptions {
		preflight(w, r)
		return nil
	}
	query := r.URL.Query()
	transport := query.Get("transport")
	if !slices.Contains(s.options.Transports, transport) {
		return refuse(codeTransport, "Transport unknown")
	}
	if (transport == WebSocket) != wire.IsUpgrade(r) {
		return refuse(codeRequest, "Bad request")
	}
	id := query.Get("sid")
	if id == "" {
		return s.connect(w, r, transport)
	}
	c := s.find(id)
	switch {
	case c == nil || c.expired():
		return refuse(codeSession, "Session ID unknown")
	case transport == WebSocket:
		return c.serveUpgrade(w, r)
	case r.Method == http.MethodGet:
		return c.servePoll(w, r)
	case r.Method == http.MethodPost:
		return c.servePost(w, r)
	}
	return refuse(codeRequest, "Bad request")
}

// connect makes a connection of the first request of a client.
func (s *Server) connect(w http.ResponseWriter, r *http.Request, transport string) *Refusal {
	if r.Method != http.MethodGet {
		return refuse(codeMethod, "Bad handshake method")
	}
	revision := s.options.AssumeRevision
	switch r.URL.Query().Get("EIO") {
	case "4":
		revision = Revision4
	case "3", "2": // 2 is 3 without binary messages
		revision = Revision3
	}
	if revision == 0 {
		return refuse(codeRevision, "Unsupported protocol version")
	}
	var header http.Header
	handshake := NewHandshake(r)
	if s.options.Authorize != nil {
		var err error
		if header, err = s.options.Authorize(r.Context(), handshake); err != nil {
			return forbidden(err)
		}
	}
	c := newConn(s, handshake, revision)
	if refusal := s.add(c); refusal != nil {
		return refusal
	}
	header = s.withCookie(header, c.id)
	if transport == WebSocket {
		c.openSocket(w, r, header)
	} else {
		for name, values := range header {
			w.Header()[name] = append(w.Header()[name], values...)
		}
		c.start(transport)
		return c.servePoll(w, r)
	}
	return nil
}

func (s *Server) withCookie(header http.Header, id string) http.Header {
	if s.options.Cookie == "" {
		return header
	}
	cookie := http.Cookie{Name: s.options.Cookie, Value: id, Path: "/", HttpOnly: true, SameSite: http.SameSiteLaxMode}
	header = header.Clone()
	if header == nil {
		header = http.Header{}
	}
	header.Add("Set-Cookie", cookie.String())
	return header
}

func (s *Server) add(c *Conn) *Refusal {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case s.closed:
		return shuttingDown()
	case s.options.MaxConnections > 0 && len(s.conns) >= s.options.MaxConnections:
		s.options.Log.Warn("a client was refused: there are as many connections as the server takes", "connections", len(s.conns))
		return &Refusal{Status: http.StatusServiceUnavailable, Code: codeForbidden, Message: "Too many connections"}
	}
	s.conns[c.id] = c
	return nil
}

func shuttingDown() *Refusal {
	return &Refusal{Status: http.StatusServiceUnavailable, Code: codeForbidden, Message: "Server is shutting down"}
}

// acquire counts a reader that Shutdown waits for; not once it does.
func (s *Server) acquire() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return false
	}
	s.readers.Add(1)
	return true
}

func (s *Server) find(id string) *Conn {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.conns[id]
}

func (s *Server) remove(c *Conn) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.conns, c.id)
}

// Shutdown closes every connection, so that the clients connect again, to
// another server; new ones are refused. It waits until all are closed; when ctx
// ends before, it cuts the rest off and returns the context's error.
func (s *Server) Shutdown(ctx context.Context) error {
	s.mu.Lock()
	s.closed = true
	conns := make([]*Conn, 0, len(s.conns))
	for _, c := range s.conns {
		conns = append(conns, c)
	}
	s.mu.Unlock()
	for _, c := range conns {
		c.shut(closing{reason: ServerShutdown, code: wire.CodeAway})
	}
	done := make(chan struct{})
	go func() {
		s.readers.Wait()
		close(done)
	}()
	select {
	case <-done:
		return nil
	case <-ctx.Done():
	}
	for _, c := range conns {
		c.abort()
	}
	<-done
	return ctx.Err()
}

// newID returns an id that cannot be guessed: whoever knows it owns the
// connection.
func newID() string {
	var b [15]byte
	_, _ = rand.Read(b[:]) // never fails
	return base64.RawURLEncoding.EncodeToString(b[:])
}
