package redisstore

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/redis/go-redis/v9"

	"framework/engine/redisconn"
	"framework/engine/session"
	"framework/engine/value"
	"framework/router"
)

// Options say where sessions are kept.
type Options struct {
	Server redisconn.Options
	// Prefix stands in front of the keys, "sess:" by default.
	Prefix string
}

const (
	// destroyedFor is how long a destroyed session is remembered as such.
	destroyedFor = time.Hour
	// gone is the prefix of the keys of destroyed sessions, which connect-redis does not read.
	gone = "gone:"
)

// Store implements session.Store. A Redis that does not answer makes requests
// that need their session fail with 503; each request tries again, so that
// nothing has to be done when it comes back.
type Store struct {
	client *redis.Client
	prefix string
	addr   string
	now    func() time.Time
}

// New returns a Store. It does not connect; Ping does.
func New(opts Options) (*Store, error) {
	o, err := opts.Server.Client()
	if err != nil {
		return nil, fmt.Errorf("config session.url: %w", err)
	}
	if opts.Prefix == "" {
		opts.Prefix = "sess:"
	}
	o.ContextTimeoutEnabled = true
	return &Store{client: redis.NewClient(o), prefix: opts.Prefix, addr: o.Addr, now: time.Now}, nil
}

// Close gives the connections back.
func (s *Store) Close() error { return s.client.Close() }

// Ping checks the connection to Redis.
func (s *Store) Ping(ctx context.Context) error { return s.failed(s.client.Ping(ctx).Err()) }

// failed makes the answer of requests whose session cannot be had.
func (s *Store) failed(err error) error {
	if err == nil || errors.Is(err, context.Canceled) {
		return err
	}
	return &router.Error{
		Status: http.StatusServiceUnavailable, Code: "E_SESSION_STORE",
		Message: "The session store cannot be reached. Try again in a moment.",
		Err:     fmt.Errorf("redis at %s (config/session.js): %w", s.addr, err),
	}
}

// Get implements session.Store. What is no session of connect-redis is none.
func (s *Store) Get(ctx context.Context, id string) (*session.Record, error) {
	ctx, cancel := context.WithTimeout(ctx, redisconn.Timeout)
	defer cancel()
	values, err := s.client.MGet(ctx, s.prefix+id, gone+s.prefix+id).Result()
	if err != nil {
		return nil, s.failed(err)
	}
	text, ok := values[0].(string)
	if !ok {
		if values[1] != nil {
			return nil, session.ErrDestroyed
		}
		return nil, nil
	}
	return decode(text), nil
}

// Set implements session.Store.
func (s *Store) Set(ctx context.Context, id string, r session.Record, ttl time.Duration) error {
	ctx, cancel := context.WithTimeout(ctx, redisconn.Timeout)
	defer cancel()
	return s.failed(s.client.Set(ctx, s.prefix+id, encode(r, s.now()), seconds(ttl)).Err())
}

// Update implements session.Store: Redis writes only over what is there.
func (s *Store) Update(ctx context.Context, id string, r session.Record, ttl time.Duration) (bool, error) {
	ctx, cancel := context.WithTimeout(ctx, redisconn.Timeout)
	defer cancel()
	found, err := s.client.SetXX(ctx, s.prefix+id, encode(r, s.now()), seconds(ttl)).Result()
	return found, s.failed(err)
}

// Touch implements session.Store.
func (s *Store) Touch(ctx context.Context, id string, ttl time.Duration) error {
	ctx, cancel := context.WithTimeout(ctx, redisconn.Timeout)
	defer cancel()
	return s.failed(s.client.Expire(ctx, s.prefix+id, seconds(ttl)).Err())
}

// Destroy implements session.Store.
func (s *Store) Destroy(ctx context.Context, id string) error {
	ctx, cancel := context.WithTimeout(ctx, redisconn.Timeout)
	defer cancel()
	_, err := s.client.TxPipelined(ctx, func(p redis.Pipeliner) error {
		p.Del(ctx, s.prefix+id)
		p.Set(ctx, gone+s.prefix+id, "1", destroyedFor)
		return nil
	})
	return s.failed(err)
}

func seconds(d time.Duration) time.Duration { return max(d.Truncate(time.Second), time.Second) }

// encode writes a session as connect-redis does.
func encode(r session.Record, now time.Time) []byte { return value.Append(nil, r.Express(now)) }

func decode(text string) *session.Record {
	v, err := value.Parse([]byte(text))
	all, ok := v.(*value.Map)
	if err != nil || !ok {
		return nil
	}
	return session.FromExpress(all)
}
