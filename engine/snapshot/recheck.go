package snapshot

import (
	"context"
	"net/http"
	"strings"
	"sync"
	"time"

	"framework/blueprints/pubsub"
	"framework/engine/config"
	"framework/engine/httpd"
	"framework/engine/orm"
	"framework/engine/value"
	"framework/engine/web"
	"framework/jsapi"
	"framework/router"
	"framework/sockets"
	"framework/sockets/virtual"
)

// The limits of pubsub.recheck.
const (
	recheckTTL      = time.Second
	recheckTimeout  = 5 * time.Second
	recheckParallel = 8
	recheckVerdicts = 10000
)

// recheck asks the policies in front of the findOne action of a model whether a
// socket may read a record, as if it requested it now. Safe for concurrent use.
type recheck struct {
	host     *Host
	lifetime *lifetime
	gateway  *gateway
	ttl      time.Duration
	timeout  time.Duration

	mu       sync.Mutex
	verdicts map[question]verdict
}

// question is what a verdict answers.
type question struct {
	asker string // sockets with the same one get the same answers
	model *orm.Model
	id    string
}

type verdict struct {
	allowed bool
	until   time.Time
}

var _ pubsub.Recheck = (*recheck)(nil)

// readRecheck reads pubsub.recheck: true, or {ttl, timeout} in milliseconds; nil
// when it is off.
func readRecheck(b *build, conf configuration) (*recheck, error) {
	r := config.Reader{Config: conf.cfg}
	on := false
	if v, _ := conf.cfg.Get("pubsub.recheck"); v != nil {
		_, object := v.(*value.Map)
		on = object || r.Bool("pubsub.recheck", false)
	}
	c := &recheck{host: b.Host, lifetime: b.lifetime, gateway: b.gateway, ttl: recheckTTL, timeout: recheckTimeout, verdicts: map[question]verdict{}}
	if on {
		if v, _ := conf.cfg.Get("pubsub.recheck.ttl"); v != nil {
			c.ttl = r.Milliseconds("pubsub.recheck.ttl")
		}
		if v, _ := conf.cfg.Get("pubsub.recheck.timeout"); v != nil {
			c.timeout = r.Milliseconds("pubsub.recheck.timeout")
		}
	}
	if r.Err() != nil || !on {
		return nil, r.Err()
	}
	return c, nil
}

// Pin implements pubsub.Recheck.
func (c *recheck) Pin() (release func(), ok bool) {
	if !c.lifetime.acquire() {
		return nil, false
	}
	return c.lifetime.release, true
}

// Refused implements pubsub.Recheck.
func (c *recheck) Refused(ctx context.Context, m *orm.Model, id any, ids []string) []string {
	live := c.gateway.now()
	if live.gates == nil {
		return ids // before there are routes nobody can have read anything
	}
	g := live.gates.at(m, "findone")
	if g == nil || len(ids) == 0 {
		return nil
	}
	key := pubsub.KeyText(id)
	asked := map[question][]*sockets.Socket{}
	var refused []string
	for _, each := range ids {
		s := c.host.hub.Socket(each)
		if s == nil {
			continue // gone meanwhile
		}
		q := question{asker(s), m, key}
		asked[q] = append(asked[q], s)
	}
	var (
		mu      sync.Mutex
		running sync.WaitGroup
		slots   = make(chan struct{}, recheckParallel)
	)
	no := func(group []*sockets.Socket) {
		mu.Lock()
		defer mu.Unlock()
		for _, s := range group {
			refused = append(refused, s.ID())
		}
	}
	for q, group := range asked {
		if allowed, known := c.known(q); known {
			if !allowed {
				no(group)
			}
			continue
		}
		slots <- struct{}{}
		running.Go(func() {
			defer func() { <-slots }()
			if !c.ask(ctx, g, q, group[0]) {
				no(group)
			}
		})
	}
	running.Wait()
	return refused
}

// asker names who is behind a socket: policies see no difference between two
// sockets of one browser. What a handshake may carry besides the session makes
// a socket a case of its own.
func asker(s *sockets.Socket) string {
	shake, header := s.Handshake(), s.Header()
	cookie := header.Get("Cookie")
	if cookie == "" || header.Get("Authorization") != "" {
		return s.ID()
	}
	for name := range shake.Query {
		switch name {
		case "EIO", "transport", "t", "b64", "sid", "__sails_io_sdk_version", "__sails_io_sdk_platform", "__sails_io_sdk_language":
		default:
			return s.ID()
		}
	}
	return strings.Join([]string{cookie, shake.Remote, header.Get("User-Agent"), header.Get("Origin"), shake.Host}, "\n")
}

func (c *recheck) known(q question) (allowed, known bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	v, ok := c.verdicts[q]
	if !ok || !time.Now().Before(v.until) {
		return false, false
	}
	return v.allowed, true
}

func (c *recheck) keep(q question, allowed bool) {
	if c.ttl <= 0 {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	now := time.Now()
	if len(c.verdicts) >= recheckVerdicts {
		for old, v := range c.verdicts {
			if !now.Before(v.until) {
				delete(c.verdicts, old)
			}
		}
		if len(c.verdicts) >= recheckVerdicts {
			clear(c.verdicts)
		}
	}
	c.verdicts[q] = verdict{allowed, now.Add(c.ttl)}
}

// ask runs the policies for one socket. What they do not decide in time is a no,
// which does not last.
func (c *recheck) ask(ctx context.Context, g *gate, q question, s *sockets.Socket) bool {
	ctx, cancel := context.WithTimeout(ctx, c.timeout)
	defer cancel()
	passed := false
	ctx = context.WithValue(ctx, admittedKey{}, &passed)
	requests := c.gateway.now().requests
	address := g.address(q.id)
	in := requests.virtualRequest(s, &virtual.Request{Method: http.MethodGet, URL: address, Header: http.Header{}})
	in.Path, in.Query = address, value.New(0)
	x := router.NewExchange(ctx, in, httpd.NewCollected())
	web.ReadCookies(x, requests.web)
	if requests.sessions != nil && !withoutSession(in.Header) {
		requests.sessions.Open(x) // what policies write to it is not stored
	}
	err := c.serve(x, g, q.id)
	if ctx.Err() != nil { // the exchange may still be JavaScript's
		c.host.log.Warn("a message was not sent, for the policies did not decide in time who may read it", "model", q.model.GlobalID, "id", q.id)
		return false
	}
	if requests.shim.Waits(x) {
		requests.shim.Over(requests.isolate, x)
	}
	if err != nil {
		c.host.log.Error("a message was not sent, for a policy failed", "model", q.model.GlobalID, "id", q.id, "error", jsapi.Explain(err))
		return false
	}
	c.keep(q, passed)
	return passed
}

// serve takes a request for a record through what hooks have bound in front of the
// routes, which may find out who asks or answer themselves, and to the policies.
func (c *recheck) serve(x *router.Exchange, g *gate, id string) error {
	live := c.gateway.now()
	merge := live.requests.merge
	if verdict, err := router.Dispatch(live.gates.front, x, merge); err != nil || verdict == router.Answered {
		return err
	}
	options := g.options.Clone()
	if x.Options != nil {
		for k, v := range x.Options.All() {
			if merge == router.EarlierWins || !options.Has(k) {
				options.Set(k, v)
			}
		}
	}
	x.Params = value.Of("id", id)
	x.Binding, x.Options = g.binding, options
	_, err := g.handler.Serve(x)
	return err
}
