package engineio

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"errors"
	"net/http"
	"slices"
	"sync/atomic"
	"time"

	"framework/sockets/wire"
)

// closeTimeout is how long a client has to answer a WebSocket's close frame.
const closeTimeout = 3 * time.Second

// Receiver receives the messages of a client.
type Receiver interface {
	// Message takes one message at a time, in the order of the client. Until
	// it returns nothing more is read from the client. The data is its own.
	Message(data []byte, isBinary bool)
	// Closed is called once, at the end, maybe while Message is running. err
	// has the details, or is nil.
	Closed(reason Reason, err error)
}

// Server serves Engine.IO, at whatever path it is mounted.
type Server struct {
	open     func(*Conn) Receiver
	settings atomic.Pointer[settings]
	register wire.Register[*Conn] // acquired once for each connection of wire
}

// settings are those of the connections to come.
type settings struct {
	Options
	upgrader *wire.Upgrader
}

// NewServer returns a server that calls open for each new connection, before
// anything is answered: what open sends comes with the answer.
func NewServer(o Options, open func(*Conn) Receiver) *Server {
	s := &Server{open: open}
	s.Configure(o)
	return s
}

// Configure changes the options for the connections to come.
func (s *Server) Configure(o Options) {
	o = o.withDefaults()
	s.settings.Store(&settings{Options: o, upgrader: wire.NewUpgrader(wire.Options{
		ReadLimit: o.MaxPayload, Receiving: o.Receiving, QueueBytes: o.MaxQueueBytes, WriteTimeout: o.WriteTimeout, CloseTimeout: closeTimeout,
	})})
}

// Len is the number of connections.
func (s *Server) Len() int { return s.register.Len() }

func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if refusal := s.serve(w, r); refusal != nil {
		refusal.answer(w, r)
	}
}

func (s *Server) serve(w http.ResponseWriter, r *http.Request) *Refusal {
	o := s.settings.Load()
	if !o.allowOrigin(w, r) {
		return forbidden(nil)
	}
	if r.Method == http.MethodOptions {
		preflight(w, r)
		return nil
	}
	query := r.URL.Query()
	transport := query.Get("transport")
	if !slices.Contains(o.Transports, transport) {
		return refuse(codeTransport, "Transport unknown")
	}
	if (transport == WebSocket) != wire.IsUpgrade(r) {
		return refuse(codeRequest, "Bad request")
	}
	id := query.Get("sid")
	if id == "" {
		return s.connect(w, r, o, transport)
	}
	c := s.register.Find(id)
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
func (s *Server) connect(w http.ResponseWriter, r *http.Request, o *settings, transport string) *Refusal {
	if r.Method != http.MethodGet {
		return refuse(codeMethod, "Bad handshake method")
	}
	revision := o.AssumeRevision
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
	if o.Authorize != nil {
		var err error
		if header, err = o.Authorize(r.Context(), handshake); err != nil {
			return forbidden(err)
		}
	}
	c := newConn(s, o, handshake, revision)
	if refusal := s.add(c); refusal != nil {
		return refusal
	}
	header = o.withCookie(header, c.id)
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

func (o *Options) withCookie(header http.Header, id string) http.Header {
	if o.Cookie == "" {
		return header
	}
	cookie := http.Cookie{Name: o.Cookie, Value: id, Path: "/", HttpOnly: true, SameSite: http.SameSiteLaxMode}
	header = header.Clone()
	if header == nil {
		header = http.Header{}
	}
	header.Add("Set-Cookie", cookie.String())
	return header
}

func (s *Server) add(c *Conn) *Refusal {
	switch err := s.register.Add(c.id, c, c.settings.MaxConnections); {
	case err == nil:
		return nil
	case errors.Is(err, wire.ErrTooMany):
		c.settings.Log.Warn("a client was refused: "+err.Error(), "connections", c.settings.MaxConnections)
		return &Refusal{Status: http.StatusServiceUnavailable, Code: codeForbidden, Message: "Too many connections"}
	}
	return shuttingDown()
}

func shuttingDown() *Refusal {
	return &Refusal{Status: http.StatusServiceUnavailable, Code: codeForbidden, Message: "Server is shutting down"}
}

// Refuse refuses connections from now on; those that there are stay.
func (s *Server) Refuse() { s.register.Refuse() }

// Shutdown closes every connection, so that the clients connect again, to
// another server; new ones are refused. It waits until all are closed; when ctx
// ends before, it cuts the rest off and returns the context's error.
func (s *Server) Shutdown(ctx context.Context) error {
	return s.register.Shutdown(ctx, func(c *Conn) { c.shut(closing{reason: ServerShutdown, code: wire.CodeAway}) }, (*Conn).abort)
}

// newID returns an id that cannot be guessed: a client that knows it owns the
// connection.
func newID() string {
	var b [15]byte
	_, _ = rand.Read(b[:]) // never fails
	return base64.RawURLEncoding.EncodeToString(b[:])
}
