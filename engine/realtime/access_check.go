package realtime

import (
	"context"
	"net/http"
	"strings"
	"sync"
	"time"

	"framework/blueprints/pubsub"
	"framework/engine/config"
	"framework/engine/orm"
	"framework/engine/value"
	"framework/jsapi"
	"framework/sockets"
	"framework/sockets/virtual"
)

// The limits of pubsub.recheck.
const (
	checkTTL       = time.Second
	checkTimeout   = 5 * time.Second
	checksParallel = 8
	maxDecisions   = 10000
)

// accessCheck runs the policies in front of the findOne action of a model to
// decide whether a socket may read a record, as if it requested the record now.
// Safe for concurrent use.
type accessCheck struct {
	script   *Script
	policies Policies
	pin      func() (release func(), ok bool)
	ttl      time.Duration
	timeout  time.Duration

	mu        sync.Mutex
	decisions map[cacheKey]decision
}

// cacheKey is what a decision is about.
type cacheKey struct {
	client string // sockets of the same client get the same decisions
	model  *orm.Model
	id     string
}

type decision struct {
	allowed bool
	until   time.Time
}

var _ pubsub.AccessCheck = (*accessCheck)(nil)

// readAccessCheck reads pubsub.recheck: true, or {ttl, timeout} in milliseconds; nil
// when it is off.
func (s *Script) readAccessCheck(opts ModelOptions) (*accessCheck, error) {
	r := config.Reader{Config: opts.Config}
	on := false
	if v, _ := opts.Config.Get("pubsub.recheck"); v != nil {
		_, object := v.(*value.Map)
		on = object || r.Bool("pubsub.recheck", false)
	}
	c := &accessCheck{script: s, policies: opts.Policies, pin: opts.Pin, ttl: checkTTL, timeout: checkTimeout, decisions: map[cacheKey]decision{}}
	if on {
		if v, _ := opts.Config.Get("pubsub.recheck.ttl"); v != nil {
			c.ttl = r.Milliseconds("pubsub.recheck.ttl")
		}
		if v, _ := opts.Config.Get("pubsub.recheck.timeout"); v != nil {
			c.timeout = r.Milliseconds("pubsub.recheck.timeout")
		}
	}
	if r.Err() != nil || !on {
		return nil, r.Err()
	}
	return c, nil
}

// Pin implements pubsub.AccessCheck.
func (c *accessCheck) Pin() (release func(), ok bool) { return c.pin() }

// Refused implements pubsub.AccessCheck.
func (c *accessCheck) Refused(ctx context.Context, m *orm.Model, id any, ids []string) []string {
	v := c.script.version.Load()
	if v == nil {
		return ids // before there are routes no client can have read anything
	}
	if len(ids) == 0 || !c.policies.Guards(m, "findone") {
		return nil
	}
	text := pubsub.KeyText(id)
	asked := map[cacheKey][]*sockets.Socket{}
	var refused []string
	for _, each := range ids {
		s := c.script.server.hub.Socket(each)
		if s == nil {
			continue // gone meanwhile
		}
		key := cacheKey{clientOf(s), m, text}
		asked[key] = append(asked[key], s)
	}
	var (
		mu      sync.Mutex
		running sync.WaitGroup
		slots   = make(chan struct{}, checksParallel)
	)
	no := func(group []*sockets.Socket) {
		mu.Lock()
		defer mu.Unlock()
		for _, s := range group {
			refused = append(refused, s.ID())
		}
	}
	for key, group := range asked {
		if allowed, known := c.known(key); known {
			if !allowed {
				no(group)
			}
			continue
		}
		slots <- struct{}{}
		running.Go(func() {
			defer func() { <-slots }()
			if !c.ask(ctx, v, key, group[0]) {
				no(group)
			}
		})
	}
	running.Wait()
	return refused
}

// clientOf identifies the client behind a socket: policies see no difference between two
// sockets of one browser. What a handshake may carry besides the session makes
// a socket a case of its own.
func clientOf(s *sockets.Socket) string {
	shake, header := s.Handshake(), s.Header()
	cookie := header.Get("Cookie")
	if cookie == "" || header.Get("Authorization") != "" {
		return s.ID()
	}
	for name := range shake.Query() {
		switch name {
		case "EIO", "transport", "t", "b64", "sid", "__sails_io_sdk_version", "__sails_io_sdk_platform", "__sails_io_sdk_language":
		default:
			return s.ID()
		}
	}
	return strings.Join([]string{cookie, shake.Remote, header.Get("User-Agent"), header.Get("Origin"), shake.Host}, "\n")
}

func (c *accessCheck) known(key cacheKey) (allowed, known bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	d, ok := c.decisions[key]
	if !ok || !time.Now().Before(d.until) {
		return false, false
	}
	return d.allowed, true
}

func (c *accessCheck) keep(key cacheKey, allowed bool) {
	if c.ttl <= 0 {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	now := time.Now()
	if len(c.decisions) >= maxDecisions {
		for old, d := range c.decisions {
			if !now.Before(d.until) {
				delete(c.decisions, old)
			}
		}
		if len(c.decisions) >= maxDecisions {
			clear(c.decisions)
		}
	}
	c.decisions[key] = decision{allowed, now.Add(c.ttl)}
}

// ask runs the policies for one socket. What they do not decide in time is a no,
// which does not last.
func (c *accessCheck) ask(ctx context.Context, v *Version, key cacheKey, s *sockets.Socket) bool {
	ctx, cancel := context.WithTimeout(ctx, c.timeout)
	defer cancel()
	in := v.request(s, &virtual.Request{Method: http.MethodGet, Header: http.Header{}})
	allowed, err := c.policies.MayRead(ctx, in, wantsSession(in.Header), key.model, key.id)
	if ctx.Err() != nil {
		v.log().Warn("a message was not sent, for the policies did not decide in time who may read it", "model", key.model.GlobalID, "id", key.id)
		return false
	}
	if err != nil {
		v.log().Error("a message was not sent, for a policy failed", "model", key.model.GlobalID, "id", key.id, "error", jsapi.Explain(err))
		return false
	}
	c.keep(key, allowed)
	return allowed
}
