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
	"framework/sockets/virtual"
)

// Options configure a Hub. All fields are optional.
type Options struct {
	// Off refuses all connections: the Hub serves no path.
	Off bool
	// Server are the options of the protocols; the Hub sets the function that
	// admits clients.
	Server socketio.Options
	// MaxRequests is the number of running requests of one socket, 64 by default,
	// and MaxWaiting the number of waiting ones, 1024 by default. Further
	// requests are answered with 503.
	MaxRequests, MaxWaiting int
	// Refuse is called for each request, with how long it has waited until it
	// was read, if that is known: it may answer in place of the dispatcher. nil
	// refuses nothing.
	Refuse func(r *virtual.Request, waited time.Duration) (a Answer, refused bool)
	// Log is the logger; nil logs nothing.
	Log *slog.Logger
}

// finishTime is how long requests may run after their socket has disconnected.
const finishTime = 10 * time.Second

// admissionTime bounds the time to admit a socket to its namespace.
const admissionTime = 20 * time.Second

// ErrStopping is the cause of the end of the contexts of Admit and Enter when
// the Hub is shut down.
var ErrStopping = errors.New("the server is stopping")

// Hub is the socket server. Its methods are safe for concurrent use; those of
// Namespace apply to "/".
type Hub struct {
	*Namespace
	options    atomic.Pointer[Options]
	dispatcher Dispatcher
	server     *socketio.Server
	broker     atomic.Pointer[connected]
	counts     counts
	tap        atomic.Pointer[func(e Emitted)]

	// ctx is the parent of the contexts of all requests; running are the
	// goroutines that serve them.
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
	namespaces map[string]*Namespace // by name, without "/"
	ended      bool                  // nothing is started any more
}

// NewHub returns a Hub that calls d.
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

// SetNamespaces sets the namespaces besides "/". The sockets of removed ones are
// disconnected.
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

// In returns a namespace. An unknown one has no sockets here, but may have some
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

// Configure changes the options: the path immediately, the others for new
// connections.
func (h *Hub) Configure(o Options) { h.server.Configure(h.complete(o)) }

// complete sets the defaults, stores the options and returns those of the server.
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

// Serves reports whether the Hub serves a path.
func (h *Hub) Serves(path string) bool { return !h.options.Load().Off && h.server.Serves(path) }

// Connects reports whether a request for sockets is the first one of a client.
func (h *Hub) Connects(r *http.Request) bool { return h.server.Connects(r) }

func (h *Hub) ServeHTTP(w http.ResponseWriter, r *http.Request) { h.server.ServeHTTP(w, r) }

// Len returns the number of connections.
func (h *Hub) Len() int { return h.server.Len() }

// Each runs fn for every connected socket, in order with its other jobs, and does
// not wait for it.
func (h *Hub) Each(fn func(ctx context.Context, s *Socket)) {
	h.mu.Lock()
	all := slices.Collect(maps.Values(h.connected))
	h.mu.Unlock()
	for _, s := range all {
		s.do(job{exclusive: true, run: func(ctx context.Context, _ func()) {
			if h.Socket(s.ID()) == s {
				fn(ctx, s)
			}
		}})
	}
}

// Socket returns the connected socket with the id in any namespace, nil if it is
// not connected here.
func (h *Hub) Socket(id string) *Socket {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.connected[id]
}

// Shutdown refuses new connections and those that are not
// yet admitted, and closes each existing one when its
// requests are answered, one after the other, so that the clients reconnect
// elsewhere. The owner has to serve HTTP requests meanwhile, because polling
// clients fetch their last answers. If ctx ends first, the requests are
// cancelled, and the error is that of the context.
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

// begin runs fn on a goroutine for which Shutdown waits, unless the Hub is shut
// down.
func (h *Hub) begin(fn func()) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if !h.ended {
		h.running.Go(fn)
	}
}

// authorize calls Admit of the dispatcher, until the Hub is shut down.
func (h *Hub) authorize(ctx context.Context, shake *engineio.Handshake) (http.Header, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	defer context.AfterFunc(h.admitting, func() { cancel(context.Cause(h.admitting)) })()
	return h.dispatcher.Admit(ctx, shake)
}

// handler implements the events of all namespaces.
type handler struct{ hub *Hub }

// Admit implements socketio.Handler: the connection is already accepted, but the
// project may refuse the namespace.
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
	s.queue.begin(n.hub, func(ctx context.Context) { n.hub.dispatcher.Connect(ctx, s) })
	return receiver{s}
}

// receiver handles the events of one socket.
type receiver struct{ socket *Socket }

// Event implements socketio.Receiver.
func (r receiver) Event(e *socketio.Event) { r.socket.event(e) }

// Disconnect implements socketio.Receiver.
func (r receiver) Disconnect(reason engineio.Reason) { r.socket.end(reason) }
