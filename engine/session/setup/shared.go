package setup

import (
	"crypto/rand"
	"encoding/hex"
	"errors"
	"log/slog"
	"sync"

	"framework/engine/session"
	"framework/engine/session/mongostore"
	"framework/engine/session/redisstore"
)

// Shared is what outlives the versions of a project: sessions in memory, connections
// to Redis and MongoDB, and the secret of projects that have none. The zero value is ready to use.
// Safe for concurrent use.
type Shared struct {
	mu     sync.Mutex
	memory *session.Memory
	redis  map[redisstore.Options]*redisstore.Store
	mongo  map[mongostore.Options]*mongostore.Store
	random string
}

func (s *Shared) inMemory() session.Store {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.memory == nil {
		s.memory = session.NewMemory(0, nil)
	}
	return s.memory
}

// inRedis returns the one store of these options.
func (s *Shared) inRedis(opts redisstore.Options) (session.Store, error) {
	return remote(s, &s.redis, opts, func() (*redisstore.Store, error) { return redisstore.New(opts) })
}

// inMongo returns the one store of these options.
func (s *Shared) inMongo(opts mongostore.Options, log *slog.Logger) (session.Store, error) {
	return remote(s, &s.mongo, opts, func() (*mongostore.Store, error) { return mongostore.New(opts, log) })
}

// remote returns the store of these options, which is made once.
func remote[O comparable, S session.Store](s *Shared, stores *map[O]S, opts O, open func() (S, error)) (session.Store, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if store, ok := (*stores)[opts]; ok {
		return store, nil
	}
	store, err := open()
	if err != nil {
		return nil, err
	}
	if *stores == nil {
		*stores = map[O]S{}
	}
	(*stores)[opts] = store
	return store, nil
}

func (s *Shared) secret() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.random == "" {
		var b [32]byte
		_, _ = rand.Read(b[:]) // never fails
		s.random = hex.EncodeToString(b[:])
	}
	return s.random
}

// Close closes the connections.
func (s *Shared) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	var errs []error
	for _, store := range s.redis {
		errs = append(errs, store.Close())
	}
	for _, store := range s.mongo {
		errs = append(errs, store.Close())
	}
	s.redis, s.mongo = nil, nil
	return errors.Join(errs...)
}
