package session

import (
	"container/list"
	"context"
	"sync"
	"time"
)

// DefaultCapacity is how many sessions a Memory keeps.
const DefaultCapacity = 100_000

// Memory keeps sessions in the process. Beyond its capacity it drops the least
// recently used session, disposable ones first; expired ones are not returned.
type Memory struct {
	capacity int
	now      func() time.Time

	mu   sync.Mutex
	byID map[string]*list.Element
	// disposable and full hold *entry, most recently used first; destroyed sessions
	// are in disposable.
	disposable, full *list.List
}

type entry struct {
	id      string
	record  Record // without data for a destroyed session
	expires time.Time
}

// destroyedFor is how long a destroyed session is remembered.
const destroyedFor = time.Hour

// NewMemory returns an empty store. A capacity of 0 means DefaultCapacity; now is
// the clock, nil means the system's.
func NewMemory(capacity int, now func() time.Time) *Memory {
	if capacity <= 0 {
		capacity = DefaultCapacity
	}
	if now == nil {
		now = time.Now
	}
	return &Memory{capacity: capacity, now: now, byID: map[string]*list.Element{}, disposable: list.New(), full: list.New()}
}

// Get implements Store.
func (m *Memory) Get(_ context.Context, id string) (*Record, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	e := m.used(id)
	if e == nil {
		return nil, nil
	}
	if e.record.Data == nil {
		return nil, ErrDestroyed
	}
	return &Record{e.record.Data.DeepClone(), e.record.MaxAge, e.record.Disposable}, nil
}

// used returns an entry that exists and has not expired, and moves it to the
// front.
func (m *Memory) used(id string) *entry {
	el, ok := m.byID[id]
	if !ok {
		return nil
	}
	e := el.Value.(*entry)
	if m.now().After(e.expires) {
		m.remove(el)
		return nil
	}
	m.list(e).MoveToFront(el)
	return e
}

func (m *Memory) list(e *entry) *list.List {
	if e.record.Disposable || e.record.Data == nil {
		return m.disposable
	}
	return m.full
}

// Set implements Store.
func (m *Memory) Set(_ context.Context, id string, r Record, ttl time.Duration) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.put(&entry{id, r, m.now().Add(ttl)})
	return nil
}

// Update implements Store.
func (m *Memory) Update(_ context.Context, id string, r Record, ttl time.Duration) (bool, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if e := m.used(id); e == nil || e.record.Data == nil {
		return false, nil
	}
	m.put(&entry{id, r, m.now().Add(ttl)})
	return true, nil
}

// put stores an entry, and drops others if there are too many.
func (m *Memory) put(e *entry) {
	if el, ok := m.byID[e.id]; ok {
		m.remove(el)
	}
	m.byID[e.id] = m.list(e).PushFront(e)
	for len(m.byID) > m.capacity {
		last := m.disposable.Back()
		// The entry that was just stored is dropped last.
		if last == nil || last.Value == any(e) {
			last = m.full.Back()
		}
		m.remove(last)
	}
}

// Touch implements Store.
func (m *Memory) Touch(_ context.Context, id string, ttl time.Duration) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if e := m.used(id); e != nil && e.record.Data != nil {
		e.expires = m.now().Add(ttl)
	}
	return nil
}

// Destroy implements Store.
func (m *Memory) Destroy(_ context.Context, id string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.used(id) != nil {
		m.put(&entry{id, Record{}, m.now().Add(destroyedFor)})
	}
	return nil
}

// Len returns the number of sessions, including destroyed ones that are still
// remembered.
func (m *Memory) Len() int {
	m.mu.Lock()
	defer m.mu.Unlock()
	return len(m.byID)
}

func (m *Memory) remove(el *list.Element) {
	e := el.Value.(*entry)
	m.list(e).Remove(el)
	delete(m.byID, e.id)
}
