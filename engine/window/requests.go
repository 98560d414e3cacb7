package window

import (
	"encoding/json"
	"net/http"
	"sync"

	"framework/engine/observe"
)

const (
	// keptRequests is how many requests are kept, keptBytes how many bytes they have
	// together, as they are sent to pages.
	keptRequests = 500
	keptBytes    = 4 << 20
)

// requests are the last ones that were answered since the page was opened first.
type requests struct {
	handler *Handler
	once    sync.Once

	mu    sync.Mutex
	last  int64 // number of the last one
	kept  [][]byte
	bytes int
}

func (q *requests) init(h *Handler) { q.handler = h }

// watch begins to record requests, when the first page is opened.
func (q *requests) watch() {
	q.once.Do(func() {
		q.handler.server.Observers().Add(q, observe.Wants{Statements: true, Content: true})
	})
}

// Observe implements observe.Observer.
func (q *requests) Observe(r *observe.Request) {
	of := q.handler.record(r)
	q.mu.Lock()
	q.last++
	of.Number = q.last
	text, err := json.Marshal(of)
	if err != nil || len(text) > maxRecord {
		of.Body, of.Headers, of.Queries, of.Published = nil, nil, nil, nil
		of.Cut = true
		text, err = json.Marshal(of)
	}
	if err == nil {
		q.keep(text)
	}
	q.mu.Unlock()
	if err == nil {
		q.handler.live.send(text)
	}
}

// keep adds a record and drops the oldest ones beyond the limits.
func (q *requests) keep(text []byte) {
	q.kept, q.bytes = append(q.kept, text), q.bytes+len(text)
	drop := 0
	for len(q.kept)-drop > keptRequests || q.bytes > keptBytes {
		q.bytes -= len(q.kept[drop])
		q.kept[drop] = nil
		drop++
	}
	q.kept = q.kept[drop:]
}

func (q *requests) all() [][]byte {
	q.mu.Lock()
	defer q.mu.Unlock()
	return append([][]byte(nil), q.kept...)
}

func (q *requests) clear() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.kept, q.bytes = nil, 0
}

// serveRequests answers with the requests that are kept, the oldest first.
func (h *Handler) serveRequests(_ *Project, w http.ResponseWriter, _ *http.Request) error {
	out := []json.RawMessage{}
	for _, text := range h.requests.all() {
		out = append(out, text)
	}
	return writeJSON(w, out)
}

// serveClear forgets the requests that are kept.
func (h *Handler) serveClear(_ *Project, w http.ResponseWriter, _ *http.Request) error {
	h.requests.clear()
	return writeJSON(w, map[string]bool{"cleared": true})
}
