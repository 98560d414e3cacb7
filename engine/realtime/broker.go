package realtime

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"time"

	"framework/engine/config"
	"framework/engine/health"
	"framework/engine/problem"
	"framework/engine/redisconn"
	"framework/engine/value"
	"framework/jsapi/app"
	"framework/sockets/redisbroker"
)

// brokerTimeout is how long a start waits for Redis, so that nothing of other
// nodes is missed, and how long a broker that is given up has to send what it
// holds.
const brokerTimeout = 2 * time.Second

// readBroker reads the settings of config.sockets about other servers: the
// adapters that existing projects name mean the built-in one.
func (b settingsReader) readBroker(out *Settings) error {
	v, _ := b.Config.Get("sockets.adapter")
	switch v {
	case nil, "", "memory":
		return nil
	case "redis", "socket.io-redis", "@sailshq/socket.io-redis", "@socket.io/redis-adapter":
	default:
		want := `"socket.io-redis" or "memory" (what connects servers on Node otherwise cannot be loaded)`
		if app.Function(v) {
			want = `the name of the adapter: adapter: "socket.io-redis" in place of require("socket.io-redis"), with url, or host and port, next to it`
		}
		return b.invalid("adapter", want, v)
	}
	o := redisbroker.Options{Log: b.server.opts.Log}
	r := config.Reader{Config: b.Config}
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
		return b.invalid("url", err.Error(), "another")
	}
	for _, key := range []string{"sockets.pubClient", "sockets.subClient", "sockets.adapterOptions.pubClient", "sockets.adapterOptions.subClient"} {
		if v, _ := b.Config.Get(key); !value.Truthy(v) {
			continue
		}
		if o.Server == (redisconn.Options{}) {
			return b.invalid(key[len("sockets."):], "nothing: connections of Node cannot be used; give url, or host, port, db and pass", "a client")
		}
		b.Warn(problem.In(b.Config.Source(key), "config.%s is not used: the server connects on its own", key))
	}
	out.broker = &o
	return nil
}

// nodes is what connects the hub with those of other processes. It outlives
// versions.
type nodes struct {
	mu      sync.Mutex
	options redisbroker.Options
	broker  *redisbroker.Broker                // nil for none
	now     atomic.Pointer[redisbroker.Broker] // the same, without the lock
}

// BrokerStats are the numbers of the connection to other servers.
type BrokerStats = redisbroker.Stats

// Broker are the numbers of the connection to other servers; false without one.
func (s *Server) Broker() (BrokerStats, bool) {
	b := s.nodes.now.Load()
	if b == nil {
		return BrokerStats{}, false
	}
	return b.Stats(), true
}

func (n *nodes) health() []health.Part {
	b := n.now.Load()
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

// Connect gives the hub the broker that settings name, if any.
func (s *Server) Connect(ctx context.Context, settings *Settings) {
	s.connect(ctx, settings.broker)
}

// Disconnect sends what is still to be sent to other servers, and ends the
// connection to them.
func (s *Server) Disconnect(ctx context.Context) { s.connect(ctx, nil) }

func (s *Server) connect(ctx context.Context, o *redisbroker.Options) {
	if s.opts.Inspect {
		return
	}
	n := &s.nodes
	n.mu.Lock()
	defer n.mu.Unlock()
	if o == nil && n.broker == nil || o != nil && n.broker != nil && n.options == *o {
		return
	}
	old := n.broker
	n.broker = nil
	s.hub.SetBroker(nil)
	if o != nil {
		next, err := redisbroker.New(*o, s.receive)
		if err != nil { // the options were tried before
			s.opts.Log.Error("other servers are not reached", "error", err)
		} else {
			ready, cancel := context.WithTimeout(ctx, brokerTimeout)
			_ = next.Ready(ready) // the broker logs it
			cancel()
			n.broker, n.options = next, *o
			s.hub.SetBroker(next)
		}
	}
	n.now.Store(n.broker)
	s.closeBroker(ctx, old)
}

// closeBroker sends what a broker still holds, and closes it.
func (s *Server) closeBroker(ctx context.Context, b *redisbroker.Broker) {
	if b == nil {
		return
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), brokerTimeout)
	defer cancel()
	if err := b.Close(ctx); err != nil {
		s.opts.Log.Warn("messages for other servers are lost", "error", err)
	}
}
