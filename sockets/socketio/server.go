package socketio

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"errors"
	"log/slog"
	"math"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"framework/engine/value"
	"framework/sockets/engineio"
	"framework/sockets/legacyio"
)

// Options configure a server. The zero value of each field means what its
// comment says.
type Options struct {
	// Path is where the server is mounted; /socket.io by default.
	Path string
	// Engine are the options of the transports. What they limit and check also
	// holds for clients of Socket.IO 0.9, except that their heartbeats are
	// those of Legacy.
	Engine engineio.Options
	// Legacy are the options of Socket.IO 0.9; of them only the times are used.
	Legacy legacyio.Options
	// ConnectTimeout is how long a client of version 5 has to connect to a
	// namespace; 45 s by default.
	ConnectTimeout time.Duration
	// ErrorObjects: for a namespace that does not exist, clients of version 4
	// get an object, {message}, as in Socket.IO 3 and 4, not a text, as in 1
	// and 2.
	ErrorObjects bool
	// MaxAttachments is how many binary values one packet may carry, 100 by
	// default, and MaxAttachmentBytes how large they may be together; four
	// times the engine's MaxPayload by default.
	MaxAttachments     int
	MaxAttachmentBytes int64
	// AttachmentTimeout is how long each attachment of a packet may take to come;
	// 45 s by default.
	AttachmentTimeout time.Duration
	// MaxValues is how many values one packet may carry, no limit by default;
	// MaxRooms how many rooms a socket may be in, 10,000 by default.
	MaxValues, MaxRooms int
	// Budget bounds how many bytes of packets, with their attachments, there are at
	// once, read but not yet dealt with; nil has no bounds.
	Budget Budget
}

// Budget is of bytes that many share. It is safe for concurrent use.
type Budget interface {
	// Take takes bytes, if they are there; Give gives them back.
	Take(bytes int64) bool
	Give(bytes int64)
}

// take returns how to give the bytes back, nil where there are no more.
func (o *Options) take(bytes int) (release func()) {
	if o.Budget == nil || bytes == 0 {
		return func() {}
	}
	if !o.Budget.Take(int64(bytes)) {
		return nil
	}
	return sync.OnceFunc(func() { o.Budget.Give(int64(bytes)) })
}

// Limits are those of the JSON of a packet.
func (o *Options) Limits() value.Limits {
	if o.MaxValues == 0 {
		return value.Limits{Values: math.MaxInt}
	}
	return value.Limits{Values: o.MaxValues}
}

// Server serves Socket.IO.
type Server struct {
	options atomic.Pointer[Options]
	engine  *engineio.Server
	legacy  *legacyio.Server

	mu         sync.RWMutex
	namespaces map[string]*Namespace
}

// NewServer returns a server without namespaces: at least / has to be added
// before it serves.
func NewServer(o Options) *Server {
	s := &Server{namespaces: map[string]*Namespace{}}
	o = o.withDefaults()
	s.options.Store(&o)
	s.engine = engineio.NewServer(o.Engine, s.open)
	s.legacy = legacyio.NewServer(o.Legacy, s.openLegacy)
	return s
}

// Configure changes the options for the connections to come, and the path for
// all.
func (s *Server) Configure(o Options) {
	o = o.withDefaults()
	s.options.Store(&o)
	s.engine.Configure(o.Engine)
	s.legacy.Configure(o.Legacy)
}

func (o Options) withDefaults() Options {
	if o.MaxRooms == 0 {
		o.MaxRooms = 10_000
	}
	if o.Path == "" {
		o.Path = "/socket.io"
	}
	if o.ConnectTimeout == 0 {
		o.ConnectTimeout = 45 * time.Second
	}
	if o.AttachmentTimeout == 0 {
		o.AttachmentTimeout = 45 * time.Second
	}
	if o.MaxAttachments == 0 {
		o.MaxAttachments = 100
	}
	if o.Engine.MaxPayload == 0 {
		o.Engine.MaxPayload = 1_000_000
	}
	if o.MaxAttachmentBytes == 0 {
		o.MaxAttachmentBytes = 4 * o.Engine.MaxPayload
	}
	e := &o.Engine
	if e.Log == nil {
		e.Log = slog.New(slog.DiscardHandler)
	}
	e.ASCII = escape
	o.Legacy.MaxConnections, o.Legacy.MaxPayload, o.Legacy.MaxQueueBytes = e.MaxConnections, e.MaxPayload, e.MaxQueueBytes
	o.Legacy.WriteTimeout, o.Legacy.AllowOrigin, o.Legacy.Authorize = e.WriteTimeout, e.AllowOrigin, e.Authorize
	return o
}

// Namespace adds a namespace, whose name begins with a slash, or replaces the
// handler for the sockets to come.
func (s *Server) Namespace(name string, h Handler) *Namespace {
	s.mu.Lock()
	defer s.mu.Unlock()
	n := &Namespace{name: name, handler: h, rooms: newRooms(), options: &s.options}
	if before := s.namespaces[name]; before != nil {
		n.rooms = before.rooms
	}
	s.namespaces[name] = n
	return n
}

// Remove removes a namespace: its sockets are disconnected, and no socket can
// connect to it any more.
func (s *Server) Remove(name string) {
	s.mu.Lock()
	n := s.namespaces[name]
	delete(s.namespaces, name)
	s.mu.Unlock()
	if n == nil {
		return
	}
	for _, socket := range n.rooms.close() {
		socket.Disconnect(false)
	}
}

func (s *Server) namespace(name string) *Namespace {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.namespaces[name]
}

// Len is the number of connections.
func (s *Server) Len() int { return s.engine.Len() + s.legacy.Len() }

// Serves reports whether a path is the server's.
func (s *Server) Serves(path string) bool {
	rest, ok := strings.CutPrefix(path, s.options.Load().Path)
	return ok && (rest == "" || rest[0] == '/')
}

// Connects reports whether a request that the server serves is the first one of
// a client: nothing is lost if it is refused.
func (s *Server) Connects(r *http.Request) bool {
	switch below := strings.TrimPrefix(r.URL.Path, s.options.Load().Path); strings.TrimSuffix(below, "/") {
	case "/1":
		return r.Method != http.MethodOptions
	case "":
		return r.Method != http.MethodOptions && r.URL.Query().Get("sid") == ""
	}
	return false
}

func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	path := s.options.Load().Path
	below := strings.TrimPrefix(r.URL.Path, path)
	if below == "/1" || strings.HasPrefix(below, "/1/") {
		http.StripPrefix(path, s.legacy).ServeHTTP(w, r)
		return
	}
	s.engine.ServeHTTP(w, r)
}

// Refuse refuses connections from now on; those that there are stay.
func (s *Server) Refuse() {
	s.engine.Refuse()
	s.legacy.Refuse()
}

// Shutdown closes every connection so that the clients connect again, to
// another server. See engineio.Server.Shutdown.
func (s *Server) Shutdown(ctx context.Context) error {
	legacy := make(chan error)
	go func() { legacy <- s.legacy.Shutdown(ctx) }()
	return errors.Join(s.engine.Shutdown(ctx), <-legacy)
}

func newID() string {
	var b [15]byte
	_, _ = rand.Read(b[:]) // never fails
	return base64.RawURLEncoding.EncodeToString(b[:])
}
