package sockets

import (
	"context"
	"errors"
	"log/slog"
	"maps"
	"net/http"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"framework/sockets/engineio"
	"framework/sockets/socketio"
)

// Options configure a Hub. The zero value of each field means what its comment
// says.
type Options struct {
	// Off says that nobody may connect: the Hub serves no path.
	Off bool
	// Server are the options of the protocols; the Hub fills in who is asked to
	// admit clients.
	Server socketio.Options
	// MaxRequests is how many requests of one socket may run at once, 64 by
	// default, and MaxWaiting how many more may wait; 1024 by default. What comes
	// beyond is answered 503.
	MaxRequests, MaxWaiting int
	// Log takes what is worth knowing; nothing is logged by default.
	Log *slog.Logger
}

// afterlife is how long what a socket has begun may go on once it is
// disconnected.
const afterlife = 10 * time.Second

// admissionTime is how long it may take to admit a socket to its namespace.
const admissionTime = 20 * time.Second

// ErrStopping is the cause of the end of the contexts of Admit and Enter when
// the Hub is shut down.
var ErrStopping = errors.New("the server is stopping")

// Hub is the socket side of a server. Its methods are safe for concurrent use;
// those of a namespace are about "/".
type Hub struct {
	*Namespace
	options    atomic.Pointer[Options]
	dispatcher Dispatcher
	server     *socketio.Server
	broker     atomic.Pointer[connected]

	// ctx is that of all requests; running are the goroutines that serve.
	ctx     context.Context
	cancel  context.CancelFunc
	running sync.WaitGroup

	// admitting is that of clients and sockets that are being decided about; it
	// ends with ErrStopping.
	admitting context.Context
	giveUp    context.CancelCauseFunc

	changing sync.Mutex // held by SetNamespaces

	mu         sync.Mutex
	connected  map[string]*Socket
	namespaces map[string]*Namespace // by their names, without "/"
	ended      bool                  // nothing is begun any more
}

// NewHub returns a Hub that hands to d what comes in.
func NewHub(o Options, d Dispatcher) *Hub {
	h := &Hub{dispatcher: d, connected: map[string]*Socket{}, namespaces: map[string]*Namespace{}}
	h.ctx, h.cancel = context.WithCancel(context.Background())
	h.admitting, h.giveUp = context.WithCancelCause(h.ctx)
	h.server = socketio.NewServer(h.complete(o))
	h.Namespace = h.open("/")
	return h
}

func (h *Hub) open(name string) *Namespace {
	return &Namespace{hub: h, name: name, sockets: h.server.Namespace(name, handler{h})}
}

// SetNamespaces says which namespaces there are besides "/". The sockets of
// those that there were are disconnected.
func (h *Hub) SetNamespaces(names []string) {
	h.changing.Lock()
	defer h.changing.Unlock()
	var gone []string
	h.mu.Lock()
	for _, name := range names {
		if h.namespaces[name] == nil {
			h.namespaces[name] = h.open(name)
		}
	}
	for name := range h.namespaces {
		if !slices.Contains(names, name) {
			delete(h.namespaces, name)
			gone = append(gone, name)
		}
	}
	h.mu.Unlock()
	for _, name := range gone {
		h.server.Remove(name)
	}
}

// In returns a namespace. One that there is not has no sockets, but may have some
// on other nodes.
func (h *Hub) In(name string) *Namespace {
	if name == "" || name == "/" {
		return h.Namespace
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if n := h.namespaces[name]; n != nil {
		return n
	}
	return &Namespace{hub: h, name: name, sockets: socketio.Vacant(name)}
}

// Configure changes the options: the path for all, the rest for the connections
// to come.
func (h *Hub) Configure(o Options) { h.server.Configure(h.complete(o)) }

// complete fills in the defaults, stores the options and returns those of the
// server.
func (h *Hub) complete(o Options) socketio.Options {
	if o.MaxRequests <= 0 {
		o.MaxRequests = 64
	}
	if o.MaxWaiting <= 0 {
		o.MaxWaiting = 1024
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	o.Server.Engine.Authorize = h.authorize
	o.Server.Engine.Log = o.Log
	h.options.Store(&o)
	return o.Server
}

// Serves reports whether a path is the Hub's.
func (h *Hub) Serves(path string) bool { return !h.options.Load().Off && h.server.Serves(path) }

func (h *Hub) ServeHTTP(w http.ResponseWriter, r *http.Request) { h.server.ServeHTTP(w, r) }

// Len is the number of connections.
func (h *Hub) Len() int { return h.server.Len() }

// Each runs fn for every connected socket in its turn, and does not wait.
func (h *Hub) Each(fn func(ctx context.Context, s *Socket)) {
	h.mu.Lock()
	all := slices.Collect(maps.Values(h.connected))
	h.mu.Unlock()
	for _, s := range all {
		s.do(job{alone: true, run: func(ctx context.Context, _ func()) {
			if h.Socket(s.ID()) == s {
				fn(ctx, s)
			}
		}})
	}
}

// Socket returns the connected socket of an id, in whichever namespace, nil when
// there is none here.
func (h *Hub) Socket(id string) *Socket {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.connected[id]
}

// Shutdown refuses new connections, gives up those that are being decided about,
// and closes every one there is when what it
// has asked was answered, one after the other, so that the clients connect
// again. The owner goes on serving requests meanwhile: clients that poll fetch
// their last answers. When ctx ends before, the requests are cancelled, and the error is the
// context's.
func (h *Hub) Shutdown(ctx context.Context) error {
	h.server.Refuse()
	h.giveUp(ErrStopping)
	h.drain(ctx)
	h.awaitPolls(ctx)
	err := h.server.Shutdown(ctx)
	h.mu.Lock()
	h.ended = true
	h.mu.Unlock()
	done := make(chan struct{})
	go func() {
		h.running.Wait()
		close(done)
	}()
	select {
	case <-done:
	case <-ctx.Done():
		err = ctx.Err()
	}
	h.cancel()
	<-done
	return err
}

// begin runs fn on a goroutine that Shutdown waits for, unless it is over.
func (h *Hub) begin(fn func()) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if !h.ended {
		h.running.Go(fn)
	}
}

// authorize asks the dispatcher about a client, until the Hub is shut down.
func (h *Hub) authorize(ctx context.Context, shake *engineio.Handshake) (http.Header, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	defer context.AfterFunc(h.admitting, func() { cancel(context.Cause(h.admitting)) })()
	return h.dispatcher.Admit(ctx, shake)
}

// handler is what all namespaces of the Hub do.
type handler struct{ hub *Hub }

// Admit implements socketio.Handler: the connection was admitted already, but
// the project may have more to ask.
func (n handler) Admit(socket *socketio.Socket, decide func(error) bool) {
	h := n.hub
	if !h.dispatcher.Guards(socket.Namespace().Name()) {
		decide(nil)
		return
	}
	h.begin(func() {
		ctx, cancel := context.WithTimeout(h.admitting, admissionTime)
		defer cancel()
		h.dispatcher.Enter(ctx, newSocket(h, socket), func(err error) bool {
			if err != nil && h.admitting.Err() != nil {
				return false // its connection is about to be closed: a client that is refused does not try again
			}
			return decide(err)
		})
	})
}

// Connect implements socketio.Handler.
func (n handler) Connect(socket *socketio.Socket) socketio.Receiver {
	s := newSocket(n.hub, socket)
	n.hub.mu.Lock()
	n.hub.connected[s.ID()] = s
	n.hub.mu.Unlock()
	s.lane.begin(n.hub, func(ctx context.Context) { n.hub.dispatcher.Connect(ctx, s) })
	return receiver{s}
}

// receiver takes what comes in on one socket.
type receiver struct{ socket *Socket }

// Event implements socketio.Receiver.
func (r receiver) Event(e *socketio.Event) { r.socket.event(e) }

// Disconnect implements socketio.Receiver.
func (r receiver) Disconnect(reason engineio.Reason) { r.socket.end(reason) }
