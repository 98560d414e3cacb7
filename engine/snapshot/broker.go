package snapshot

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"framework/engine/config"
	"framework/engine/health"
	"framework/engine/redisconn"
	"framework/engine/value"
	"framework/jsapi/app"
	"framework/sockets/redisbroker"
)

// brokerPatience is how long a start waits for Redis, so that nothing of other
// nodes is missed, and how long a broker that is given up has to send what it
// holds.
const brokerPatience = 2 * time.Second

// readBroker reads what config.sockets says about other nodes: the adapters of
// existing projects are the one that is built in.
func (b socketReader) readBroker(side *socketSide) error {
	v, _ := b.cfg.Get("sockets.adapter")
	switch v {
	case nil, "", "memory":
		return nil
	case "redis", "socket.io-redis", "@sailshq/socket.io-redis", "@socket.io/redis-adapter":
	default:
		want := `"socket.io-redis" or "memory" (what connects servers on Node otherwise cannot be loaded)`
		if app.Function(v) {
			want = `the name of the adapter: adapter: "socket.io-redis" in place of require("socket.io-redis"), with url, or host and port, beside it`
		}
		return b.socketError("adapter", want, v)
	}
	o := redisbroker.Options{Log: b.log}
	r := config.Reader{Config: b.cfg}
	for _, section := range []string{"sockets", "sockets.adapterOptions"} {
		s := redisconn.Read(&r, section)
		orElse(&o.Server.URL, s.URL)
		orElse(&o.Server.Host, s.Host)
		orElse(&o.Server.Port, s.Port)
		orElse(&o.Server.DB, s.DB)
		orElse(&o.Server.User, s.User)
		orElse(&o.Server.Password, s.Password)
		orElse(&o.Server.Socket, s.Socket)
		orElse(&o.Key, r.Text(section+".key", ""))
	}
	if r.Err() != nil {
		return r.Err()
	}
	if _, err := o.Server.Client(); err != nil {
		return b.socketError("url", err.Error(), "another")
	}
	for _, key := range []string{"sockets.pubClient", "sockets.subClient", "sockets.adapterOptions.pubClient", "sockets.adapterOptions.subClient"} {
		if v, _ := b.cfg.Get(key); !value.Truthy(v) {
			continue
		}
		if o.Server == (redisconn.Options{}) {
			return b.socketError(key[len("sockets."):], "nothing: connections of Node cannot be used; give url, or host, port, db and pass", "a client")
		}
		b.warn(fmt.Sprintf("%s: config.%s is not used: the server connects on its own", b.cfg.Source(key), key))
	}
	side.broker = &o
	return nil
}

// nodes is what connects the hub with those of other processes. It outlives
// snapshots.
type nodes struct {
	mu      sync.Mutex
	options redisbroker.Options
	broker  *redisbroker.Broker                // nil for none
	now     atomic.Pointer[redisbroker.Broker] // the same, without the lock
}

// Parts is what other servers are reached by.
func (h *Host) Parts() []health.Part {
	b := h.nodes.now.Load()
	if b == nil {
		return nil
	}
	return []health.Part{{Name: "broker", Ping: func(context.Context) error {
		if !b.Stats().Connected {
			return errors.New("Redis does not answer") //nolint:staticcheck // a name
		}
		return nil
	}}}
}

// connectNodes gives the hub the broker that a version of the project asks for,
// nil for none.
func (h *Host) connectNodes(ctx context.Context, o *redisbroker.Options) {
	if h.opts.Inspect {
		return
	}
	n := &h.nodes
	n.mu.Lock()
	defer n.mu.Unlock()
	if o == nil && n.broker == nil || o != nil && n.broker != nil && n.options == *o {
		return
	}
	old := n.broker
	n.broker = nil
	h.hub.SetBroker(nil)
	if o != nil {
		next, err := redisbroker.New(*o, h.receive)
		if err != nil { // the options were tried before
			h.log.Error("other servers are not reached", "error", err)
		} else {
			ready, cancel := context.WithTimeout(ctx, brokerPatience)
			_ = next.Ready(ready) // the broker says it itself
			cancel()
			n.broker, n.options = next, *o
			h.hub.SetBroker(next)
		}
	}
	n.now.Store(n.broker)
	h.leaveNodes(ctx, old)
}

// leaveNodes sends what a broker still holds, and closes it.
func (h *Host) leaveNodes(ctx context.Context, b *redisbroker.Broker) {
	if b == nil {
		return
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), brokerPatience)
	defer cancel()
	if err := b.Close(ctx); err != nil {
		h.log.Warn("messages for other servers are lost", "error", err)
	}
}

// joinNodes connects a server that starts before its bootstrap, which may
// publish; a running one changes over with the new version.
func joinNodes(ctx context.Context, b *build, side *socketSide) {
	if b.current.Load() == nil {
		b.connectNodes(ctx, side.broker)
		b.undo.add(func() { b.connectNodes(ctx, nil) })
	}
}
