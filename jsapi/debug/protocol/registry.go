package protocol

import (
	"strconv"
	"sync"

	"github.com/dop251/goja"

	"framework/jsapi/debug"
)

// held is a value that a client can ask for by its id.
type held struct {
	agent *debug.Agent
	value goja.Value
	scope *debug.Scope // whose variables are the properties, nil for none
	group string
}

// registry holds the values of one client. It is safe for concurrent use; the values belong
// on their loops.
type registry struct {
	mu   sync.Mutex
	last int
	held map[string]held
}

func (r *registry) add(h held) string {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.held == nil {
		r.held = map[string]held{}
	}
	r.last++
	id := strconv.Itoa(h.agent.ID) + "." + strconv.Itoa(r.last)
	r.held[id] = h
	return id
}

func (r *registry) find(id string) (held, bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	h, ok := r.held[id]
	return h, ok
}

// drop lets go of those that gone says.
func (r *registry) drop(gone func(id string, h held) bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for id, h := range r.held {
		if gone(id, h) {
			delete(r.held, id)
		}
	}
}
