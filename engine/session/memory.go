package session

import (
	"container/list"
	"context"
	"sync"
	"time"
)

// DefaultCapacity is how many sessions a Memory keeps.
const DefaultCapacity = 100_000

// Memory keeps sessions in the process: at most its capacity, dropping the one
// unused for longest, and none beyond its time to live.
type Memory struct {
	capacity int
	now      func() time.Time

	mu     sync.Mutex
	byID   map[string]*list.Element
	recent *list.List // of *entry, most recently used first
}

type entry struct {
	id      string
	record  Record // without data for a destroyed session
	expires time.Time
}

// destroyedFor is how long a destroyed session is remembered as such.
const destroyedFor = time.Hour

// NewMemory returns an empty store; a capacity of 0 means DefaultCapacity, and
// now is the clock, nil the system's.
func NewMemory(capacity int, now func() time.Time) *Memory {
	if capacity <= 0 {
		capacity = DefaultCapacity
	}
	if now == nil {
		now = time.Now
	}
	return &Memory{capacity: capacity, now: now, byID: map[string]*list.Element{}, recent: list.New()}
}

// Get implements Store.
func (m *Memory) Get(_ context.Context, id string) (*Record, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	el, ok := m.byID[id]
	if !ok {
		return nil, nil
	}
	e := el.Value.(*entry)
	if m.now().After(e.expires) {
		m.remove(el)
		return nil, nil
	}
	m.recent.MoveToFront(el)
	if e.record.Data == nil {
		return nil, ErrDestroyed
	}
	return &Record{e.record.Data.DeepClone(), e.record.MaxAge}, nil
}

// Set implements Store.
func (m *Memory) Set(_ context.Context, id string, r Record, ttl time.Duration) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	expires := m.now().Add(ttl)
	if el, ok := m.byID[id]; ok {
		e := el.Value.(*entry)
		e.record, e.expires = r, expires
		m.recent.MoveToFront(el)
		return nil
	}
	m.byID[id] = m.recent.PushFront(&entry{id, r, expires})
	for m.recent.Len() > m.capacity {
		m.remove(m.recent.Back())
	}
	return nil
}

// Touch implements Store.
func (m *Memory) Touch(_ context.Context, id string, ttl time.Duration) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if el, ok := m.byID[id]; ok {
		if e := el.Value.(*entry); e.record.Data != nil {
			e.expires = m.now().Add(ttl)
		}
	}
	return nil
}

// Destroy implements Store.
func (m *Memory) Destroy(_ context.Context, id string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if el, ok := m.byID[id]; ok {
		e := el.Value.(*entry)
		e.record, e.expires = Record{}, m.now().Add(destroyedFor)
	}
	return nil
}

// Len is the number of sessions kept, destroyed ones that are still remembered
// included.
func (m *Memory) Len() int {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.recent.Len()
}

func (m *Memory) remove(el *list.Element) {
	m.recent.Remove(el)
	delete(m.byID, el.Value.(*entry).id)
}
