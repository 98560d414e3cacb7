package setup

import (
	"crypto/rand"
	"encoding/hex"
	"errors"
	"sync"

	"framework/engine/session"
	"framework/engine/session/redisstore"
)

// Shared is what outlives the versions of a project: sessions in memory, connections
// to Redis, and the secret of projects that have none. The zero value is ready to use.
// Safe for concurrent use.
type Shared struct {
	mu     sync.Mutex
	memory *session.Memory
	redis  map[redisstore.Options]*redisstore.Store
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
func (s *Shared) inRedis(opts redisstore.Options) (*redisstore.Store, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if store := s.redis[opts]; store != nil {
		return store, nil
	}
	store, err := redisstore.New(opts)
	if err != nil {
		return nil, err
	}
	if s.redis == nil {
		s.redis = map[redisstore.Options]*redisstore.Store{}
	}
	s.redis[opts] = store
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
	s.redis = nil
	return errors.Join(errs...)
}
