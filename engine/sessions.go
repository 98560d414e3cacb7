package engine

import (
	"crypto/rand"
	"encoding/hex"
	"sync"

	"framework/engine/session"
)

// sessions is what outlives snapshots about sessions: their memory, and the
// secret of projects that have none.
type sessions struct {
	mu     sync.Mutex
	memory *session.Memory
	random string
}

func (s *sessions) store() session.Store {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.memory == nil {
		s.memory = session.NewMemory(0, nil)
	}
	return s.memory
}

func (s *sessions) secret() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.random == "" {
		var b [32]byte
		_, _ = rand.Read(b[:]) // never fails
		s.random = hex.EncodeToString(b[:])
	}
	return s.random
}
