package legacyio

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"net/http"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"framework/engine/budget"
	"framework/sockets/engineio"
	"framework/sockets/wire"
)

// The names of the transports, as in the path of requests.
const (
	WebSocket = "websocket"
	Polling   = "xhr-polling"
)

const transports = WebSocket + "," + Polling

// Options configure a server. Zero values mean the defaults of Socket.IO 0.9.
type Options struct {
	// HeartbeatInterval is the time between two heartbeats, 25 s by default;
	// HeartbeatTimeout is how long the client may be silent, 60 s by default.
	HeartbeatInterval, HeartbeatTimeout time.Duration
	// PollTimeout is how long a poll is kept; 20 s by default.
	PollTimeout time.Duration
	// Limits as in engineio.Options, with the same defaults.
	MaxConnections int
	MaxPayload     int64
	Receiving      *budget.Budget
	MaxQueueBytes  int
	WriteTimeout   time.Duration
	// AllowOrigin and Authorize as in engineio.Options.
	AllowOrigin func(origin string, r *http.Request) bool
	Authorize   func(ctx context.Context, h *engineio.Handshake) (http.Header, error)
}

func (o Options) withDefaults() Options {
	for d, def := range map[*time.Duration]time.Duration{
		&o.HeartbeatInterval: 25 * time.Second, &o.HeartbeatTimeout: 60 * time.Second,
		&o.PollTimeout: 20 * time.Second, &o.WriteTimeout: 20 * time.Second,
	} {
		if *d == 0 {
			*d = def
		}
	}
	if o.MaxPayload == 0 {
		o.MaxPayload = 1_000_000
	}
	if o.MaxQueueBytes == 0 {
		o.MaxQueueBytes = 4 << 20
	}
	return o
}

// Receiver receives the packets of a client.
type Receiver interface {
	// Packet takes one packet at a time, in the order of the client; heartbeats
	// and the like are not handed over.
	Packet(p Packet)
	// Closed is called once, at the end, maybe while Packet is running.
	Closed(reason engineio.Reason, err error)
}

// Server serves the handshake and the transports below /1.
type Server struct {
	open     func(*Conn) Receiver
	settings atomic.Pointer[settings]
	register wire.Register[*Conn]
}

// settings are those of the connections to come.
type settings struct {
	Options
	upgrader *wire.Upgrader
}

// NewServer returns a server that calls open when a client that made its
// handshake comes with its transport. The client waits for a packet of
// KindConnect, which is for the owner to send.
func NewServer(o Options, open func(*Conn) Receiver) *Server {
	s := &Server{open: open}
	s.Configure(o)
	return s
}

// Configure changes the options for the connections to come.
func (s *Server) Configure(o Options) {
	o = o.withDefaults()
	s.settings.Store(&settings{Options: o, upgrader: wire.NewUpgrader(wire.Options{
		ReadLimit: o.MaxPayload, Receiving: o.Receiving, QueueBytes: o.MaxQueueBytes, WriteTimeout: o.WriteTimeout, CloseTimeout: 3 * time.Second,
	})})
}

// Len is the number of connections.
func (s *Server) Len() int { return s.register.Len() }

// ServeHTTP serves /1 (the handshake) and /1/<transport>/<id>; what is before
// /1 has to be stripped from the request's path.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	o := s.settings.Load()
	if !o.allowOrigin(w, r) {
		http.Error(w, "handshake unauthorized", http.StatusForbidden)
		return
	}
	if r.Method == http.MethodOptions {
		w.Header().Set("Access-Control-Allow-Methods", "GET, POST, OPTIONS")
		w.Header().Set("Access-Control-Allow-Headers", "Content-Type")
		w.WriteHeader(http.StatusNoContent)
		return
	}
	parts := strings.Split(strings.Trim(r.URL.Path, "/"), "/")
	if len(parts) == 1 {
		s.handshake(w, r, o)
		return
	}
	if len(parts) != 3 || parts[1] != WebSocket && parts[1] != Polling {
		http.Error(w, "transport not supported", http.StatusBadRequest)
		return
	}
	c := s.register.Find(parts[2])
	switch {
	case parts[1] == WebSocket && wire.IsUpgrade(r):
		s.serveSocket(w, r, c)
	case parts[1] == WebSocket:
		http.Error(w, "this is for a WebSocket", http.StatusBadRequest)
	case c == nil:
		text(w, unknownSession.String())
	default:
		c.serve(w, r)
	}
}

// unknownSession makes a client repeat its handshake.
var unknownSession = Packet{Kind: KindError, Data: "1+0"}

func (o *Options) allowOrigin(w http.ResponseWriter, r *http.Request) bool {
	origin := r.Header.Get("Origin")
	if origin != "" {
		w.Header().Add("Vary", "Origin")
	}
	if o.AllowOrigin != nil && !o.AllowOrigin(origin, r) {
		return false
	}
	if origin == "" {
		return true
	}
	w.Header().Set("Access-Control-Allow-Origin", origin)
	w.Header().Set("Access-Control-Allow-Credentials", "true")
	return true
}

// handshake answers <id>:<heartbeat timeout>:<close timeout>:<transports>, in a
// script if the client requests JSONP.
func (s *Server) handshake(w http.ResponseWriter, r *http.Request, o *settings) {
	handshake := engineio.NewHandshake(r)
	if o.Authorize != nil {
		header, err := o.Authorize(r.Context(), handshake)
		if err != nil {
			status := http.StatusForbidden
			if refusal, ok := errors.AsType[*engineio.Refusal](err); ok {
				status = refusal.Status
			}
			http.Error(w, "handshake unauthorized", status)
			return
		}
		for name, values := range header {
			w.Header()[name] = append(w.Header()[name], values...)
		}
	}
	c := &Conn{server: s, settings: o, id: newID(), handshake: handshake, seen: time.Now(), posting: make(chan struct{}, 1)}
	c.mu.Lock()
	c.timer = time.AfterFunc(o.HeartbeatInterval, c.beat)
	c.mu.Unlock()
	if err := s.register.Add(c.id, c, o.MaxConnections); err != nil {
		c.timer.Stop()
		http.Error(w, "the server takes no more connections", http.StatusServiceUnavailable)
		return
	}
	seconds := int(o.HeartbeatTimeout.Seconds())
	answer := fmt.Sprintf("%s:%d:%d:%s", c.id, seconds, seconds, transports)
	if r.URL.Query().Has("jsonp") {
		index, _ := strconv.Atoi(r.URL.Query().Get("jsonp")) // garbage is 0
		quoted, err := json.Marshal(answer)
		if err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		w.Header().Set("Content-Type", "application/javascript")
		_, _ = fmt.Fprintf(w, "io.j[%d](%s);", index, quoted)
		return
	}
	text(w, answer)
}

func text(w http.ResponseWriter, body string) {
	w.Header().Set("Content-Type", "text/plain; charset=UTF-8")
	w.Header().Set("Cache-Control", "no-store")
	_, _ = w.Write([]byte(body))
}

// Refuse refuses connections from now on; those that there are stay.
func (s *Server) Refuse() { s.register.Refuse() }

// Shutdown closes every connection, so that the clients connect again. It waits
// until all are closed, or ctx ends; then it cuts the rest off.
func (s *Server) Shutdown(ctx context.Context) error {
	return s.register.Shutdown(ctx, func(c *Conn) { c.shut(engineio.ServerShutdown, nil, wire.CodeAway) }, (*Conn).abort)
}

// newID returns digits, as the ids of Socket.IO 0.9 are, that cannot be guessed.
func newID() string {
	n, err := rand.Int(rand.Reader, new(big.Int).Lsh(big.NewInt(1), 120))
	if err != nil {
		panic(err) // the system's source of randomness never fails
	}
	return n.String()
}
