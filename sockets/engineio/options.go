package engineio

import (
	"context"
	"log/slog"
	"net/http"
	"slices"
	"time"

	"framework/engine/budget"
)

// The names of the transports, as in the query of requests.
const (
	Polling   = "polling"
	WebSocket = "websocket"
)

// Options configure a server. The zero value of each field means what its
// comment says.
type Options struct {
	// PingInterval is the time between two heartbeats, 25 s by default, and
	// PingTimeout how long an answer may take, 20 s by default. In revision 3
	// the client sends the heartbeats, in revision 4 the server.
	PingInterval, PingTimeout time.Duration
	// UpgradeTimeout is how long an upgrade may take; 10 s by default.
	UpgradeTimeout time.Duration
	// WriteTimeout is how long one write may take before the client counts as
	// gone; 20 s by default.
	WriteTimeout time.Duration
	// LingerTimeout is how long a connection that the server closed waits for
	// the client to fetch what it was sent; 10 s by default.
	LingerTimeout time.Duration

	// Transports are those that are offered; both by default.
	Transports []string
	// NoUpgrades forbids to change from polling to WebSocket.
	NoUpgrades bool
	// AssumeRevision is the revision of clients that do not name one, or name
	// an unknown one. By default they are refused.
	AssumeRevision int

	// MaxConnections is how many connections there may be at once; no limit by
	// default.
	MaxConnections int
	// MaxPayload is the size of the largest frame or POST taken, in bytes;
	// 1,000,000 by default.
	MaxPayload int64
	// Receiving bounds the messages that are still coming in, of all
	// connections and of other users of the same budget together; no bound by
	// default.
	Receiving *budget.Budget
	// MaxQueueBytes is how much may wait for a client to read it; 4 MiB by
	// default. A client that lets more gather is dropped as a SlowConsumer.
	MaxQueueBytes int

	// AllowOrigin says whether a page of the origin may connect; every one may
	// by default. The origin is empty when there is no Origin header, which is the
	// case for pages of the same site, and for clients that are no browsers.
	AllowOrigin func(origin string, r *http.Request) bool
	// Authorize is called before a connection is made; ctx ends when the client
	// does not wait any longer. It may change the handshake, which nothing else
	// uses yet. It returns headers for the answer, or an error that refuses the
	// client; a *Refusal sets the status and the message.
	Authorize func(ctx context.Context, h *Handshake) (http.Header, error)
	// Cookie, if set, is the name of a cookie that carries the connection's id,
	// for load balancers.
	Cookie string

	// ASCII, if set, says text otherwise, so that it means the same to the owner
	// at the other side. It is used where clients of different age disagree
	// how text beyond ASCII is encoded: polling without binary answers in
	// revision 3. By default the newer way is used.
	ASCII func(text []byte) []byte

	// Log is the log; nothing is logged by default.
	Log *slog.Logger
}

func (o Options) withDefaults() Options {
	orDuration(&o.PingInterval, 25*time.Second)
	orDuration(&o.PingTimeout, 20*time.Second)
	orDuration(&o.UpgradeTimeout, 10*time.Second)
	orDuration(&o.WriteTimeout, 20*time.Second)
	orDuration(&o.LingerTimeout, 10*time.Second)
	if o.Transports == nil {
		o.Transports = []string{Polling, WebSocket}
	}
	if o.MaxPayload == 0 {
		o.MaxPayload = 1_000_000
	}
	if o.MaxQueueBytes == 0 {
		o.MaxQueueBytes = 4 << 20
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	return o
}

func orDuration(d *time.Duration, def time.Duration) {
	if *d == 0 {
		*d = def
	}
}

// upgrades are the transports that a client on the given one may change to.
func (o *Options) upgrades(transport string) []string {
	if transport == Polling && !o.NoUpgrades && slices.Contains(o.Transports, WebSocket) {
		return []string{WebSocket}
	}
	return []string{}
}
