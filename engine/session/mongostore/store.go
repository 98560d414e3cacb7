package mongostore

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"

	"framework/engine/mongoconn"
	"framework/engine/session"
	"framework/router"
)

const (
	// destroyedFor is how long a destroyed session is remembered as such.
	destroyedFor = time.Hour
	// gone is the prefix of the keys of destroyed sessions, which connect-mongo does
	// not ask for.
	gone = "gone:"
	// sessionKey is the member with the data, expiresKey the one with the end.
	sessionKey, expiresKey = "session", "expires"
)

// Store implements session.Store. A database that does not answer makes requests that
// need their session fail with 503; each request tries again, so that nothing has to be
// done when it comes back.
type Store struct {
	opts    Options
	server  mongoconn.Options
	client  *mongo.Client
	records *mongo.Collection
	log     *slog.Logger
	now     func() time.Time

	mu      sync.Mutex
	indexed bool      // the index exists, or cannot be made
	sweeps  bool      // this server removes expired sessions
	swept   time.Time // when it did so last
	running sync.WaitGroup
	ending  context.Context
	end     context.CancelFunc
}

var _ session.Store = (*Store)(nil)

// New returns a Store. It does not connect; Ping does. The error does not repeat the
// password of the URL.
func New(opts Options, log *slog.Logger) (*Store, error) {
	if err := opts.fill(); err != nil {
		return nil, err
	}
	server := opts.connection()
	settings, database, err := server.Client()
	if err != nil {
		return nil, fmt.Errorf("config session: %w", err)
	}
	client, err := mongo.Connect(settings)
	if err != nil {
		return nil, fmt.Errorf("config session: %s", server.Conceal(err.Error()))
	}
	s := &Store{
		opts: opts, server: server, client: client, records: client.Database(database).Collection(opts.Collection), log: log, now: time.Now,
		indexed: opts.Remove != ByIndex, sweeps: opts.Remove == BySweeps,
	}
	s.ending, s.end = context.WithCancel(context.Background())
	return s, nil
}

// closeTime is how long Close waits for the work in progress.
const closeTime = 5 * time.Second

// Close gives the connections back.
func (s *Store) Close() error {
	s.end()
	s.running.Wait()
	ctx, cancel := context.WithTimeout(context.Background(), closeTime)
	defer cancel()
	return s.client.Disconnect(ctx)
}

// Ping checks the connection to the database.
func (s *Store) Ping(ctx context.Context) error {
	return s.do(ctx, func(ctx context.Context) error { return s.client.Ping(ctx, nil) })
}

// do runs one operation, and makes the answer of requests whose session cannot be had.
func (s *Store) do(ctx context.Context, fn func(ctx context.Context) error) error {
	bounded, cancel := context.WithTimeout(ctx, s.opts.Timeout)
	defer cancel()
	err := fn(bounded)
	switch {
	case err == nil:
		return nil
	case ctx.Err() != nil:
		return ctx.Err()
	}
	return &router.Error{
		Status: http.StatusServiceUnavailable, Code: "E_SESSION_STORE",
		Message: "The session store cannot be reached. Try again in a moment.",
		Err:     fmt.Errorf("collection %s of the MongoDB database %s (config/session.js): %s", s.records.Name(), s.records.Database().Name(), s.server.Conceal(err.Error())),
	}
}

// living is the filter of what has not expired.
func (s *Store) living(key any) bson.D {
	return bson.D{{Key: "_id", Value: key}, {Key: "$or", Value: bson.A{
		bson.D{{Key: expiresKey, Value: bson.D{{Key: "$exists", Value: false}}}},
		bson.D{{Key: expiresKey, Value: bson.D{{Key: "$gt", Value: s.now()}}}},
	}}}
}

// Get implements session.Store. What is no session of connect-mongo is none.
func (s *Store) Get(ctx context.Context, id string) (*session.Record, error) {
	key := s.opts.key(id)
	var found *session.Record
	var destroyed bool
	err := s.do(ctx, func(ctx context.Context) error {
		cursor, err := s.records.Find(ctx, s.living(bson.D{{Key: "$in", Value: bson.A{key, gone + key}}}))
		if err != nil {
			return err
		}
		var docs []bson.Raw
		if err := cursor.All(ctx, &docs); err != nil {
			return err
		}
		for _, doc := range docs {
			if name, _ := doc.Lookup("_id").StringValueOK(); strings.HasPrefix(name, gone) {
				destroyed = true
			} else {
				found = decode(doc.Lookup(sessionKey))
			}
		}
		return nil
	})
	switch {
	case err != nil:
		return nil, err
	case destroyed:
		return nil, session.ErrDestroyed
	}
	return found, nil
}

// Set implements session.Store.
func (s *Store) Set(ctx context.Context, id string, r session.Record, ttl time.Duration) error {
	key := s.opts.key(id)
	doc := append(bson.D{{Key: "_id", Value: key}}, s.members(r, ttl)...)
	err := s.do(ctx, func(ctx context.Context) error {
		_, err := s.records.ReplaceOne(ctx, bson.D{{Key: "_id", Value: key}}, doc, options.Replace().SetUpsert(true))
		return err
	})
	if err == nil {
		s.tidy()
	}
	return err
}

// Update implements session.Store: only what is there is changed.
func (s *Store) Update(ctx context.Context, id string, r session.Record, ttl time.Duration) (bool, error) {
	return s.change(ctx, id, s.members(r, ttl))
}

// Touch implements session.Store.
func (s *Store) Touch(ctx context.Context, id string, ttl time.Duration) error {
	_, err := s.change(ctx, id, bson.D{{Key: expiresKey, Value: s.now().Add(ttl)}})
	return err
}

func (s *Store) change(ctx context.Context, id string, members bson.D) (found bool, err error) {
	err = s.do(ctx, func(ctx context.Context) error {
		res, err := s.records.UpdateOne(ctx, s.living(s.opts.key(id)), bson.D{{Key: "$set", Value: members}})
		found = err == nil && res.MatchedCount > 0
		return err
	})
	return found, err
}

// Destroy implements session.Store. The session is remembered as destroyed before it is
// removed, so that no request finds it unknown in between.
func (s *Store) Destroy(ctx context.Context, id string) error {
	key := s.opts.key(id)
	return s.do(ctx, func(ctx context.Context) error {
		tombstone := append(bson.D{{Key: "_id", Value: gone + key}}, s.members(session.Record{}, destroyedFor)...)
		if _, err := s.records.ReplaceOne(ctx, bson.D{{Key: "_id", Value: gone + key}}, tombstone, options.Replace().SetUpsert(true)); err != nil {
			return err
		}
		_, err := s.records.DeleteOne(ctx, bson.D{{Key: "_id", Value: key}})
		return err
	})
}

// members are those of the document of a session besides its key.
func (s *Store) members(r session.Record, ttl time.Duration) bson.D {
	now := s.now()
	return bson.D{{Key: expiresKey, Value: now.Add(ttl)}, {Key: sessionKey, Value: s.opts.encode(r, now)}}
}

// tidy has expired sessions removed, in the background: it makes the index once, or
// removes them itself.
func (s *Store) tidy() {
	s.mu.Lock()
	index := !s.indexed
	sweep := s.sweeps && s.now().Sub(s.swept) >= s.opts.Every
	s.indexed = true
	if sweep {
		s.swept = s.now()
	}
	s.mu.Unlock()
	if !index && !sweep || s.ending.Err() != nil {
		return
	}
	s.running.Go(func() {
		ctx, cancel := context.WithTimeout(s.ending, time.Minute)
		defer cancel()
		if index {
			s.index(ctx)
			return
		}
		if _, err := s.records.DeleteMany(ctx, bson.D{{Key: expiresKey, Value: bson.D{{Key: "$lt", Value: s.now()}}}}); err != nil && ctx.Err() == nil {
			s.log.Warn("expired sessions were not removed from MongoDB; it is tried again", "collection", s.records.Name(), "error", s.server.Conceal(err.Error()))
		}
	})
}

// index makes the index by which the database removes what has expired. A server that
// refuses it leaves the removal to this one.
func (s *Store) index(ctx context.Context) {
	_, err := s.records.Indexes().CreateOne(ctx, mongo.IndexModel{
		Keys: bson.D{{Key: expiresKey, Value: 1}}, Options: options.Index().SetExpireAfterSeconds(0),
	})
	if err == nil || ctx.Err() != nil && s.ending.Err() != nil {
		return
	}
	var refused mongo.CommandError
	s.mu.Lock()
	defer s.mu.Unlock()
	if !errors.As(err, &refused) {
		s.indexed = false // it has not answered: the next session tries again
		return
	}
	s.sweeps = true
	s.log.Warn("MongoDB refuses the index that removes expired sessions: the server removes them itself",
		"collection", s.records.Name(), "every", s.opts.Every, "error", refused.Message)
}
