package window

import (
	"net/http"
	"sync"
)

// live sends what happens to the pages that are open.
type live struct {
	mu     sync.Mutex
	pages  map[*listener]struct{}
	closed bool
}

// listener is an open page.
type listener struct {
	events chan []byte
	ended  chan struct{}
	lost   bool // events that were not sent; guarded by the mutex of live
}

// waitingEvents is how many events wait for a page. One that does not keep up asks for
// everything again.
const waitingEvents = 256

// lostEvent has a page ask for everything again.
var lostEvent = []byte(`{"kind":"lost"}`)

// open adds a page; nil once the server stops.
func (l *live) open() *listener {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.closed {
		return nil
	}
	if l.pages == nil {
		l.pages = map[*listener]struct{}{}
	}
	page := &listener{events: make(chan []byte, waitingEvents), ended: make(chan struct{})}
	l.pages[page] = struct{}{}
	return page
}

func (l *live) leave(page *listener) {
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.pages, page)
}

// send sends an event, which is not changed afterwards, to all pages. It does not wait.
func (l *live) send(event []byte) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for page := range l.pages {
		if page.lost {
			select {
			case page.events <- lostEvent:
				page.lost = false
			default:
				continue
			}
		}
		select {
		case page.events <- event:
		default:
			page.lost = true
		}
	}
}

// close ends all pages.
func (l *live) close() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.closed = true
	for page := range l.pages {
		close(page.ended)
		delete(l.pages, page)
	}
}

// serveLive sends events to a page until it is closed, an object of JSON in each line.
func (h *Handler) serveLive(w http.ResponseWriter, r *http.Request) {
	page := h.live.open()
	if page == nil {
		refuse(w, http.StatusServiceUnavailable, "the server is stopping")
		return
	}
	defer h.live.leave(page)
	h.requests.watch()
	h.tap()
	w.Header().Set("Content-Type", "application/x-ndjson; charset=utf-8")
	control := http.NewResponseController(w)
	write := func(line []byte) bool {
		if _, err := w.Write(append(line[:len(line):len(line)], '\n')); err != nil {
			return false
		}
		return control.Flush() == nil
	}
	if !write([]byte(`{"kind":"begin"}`)) {
		return
	}
	for {
		select {
		case event := <-page.events:
			if !write(event) {
				return
			}
		case <-page.ended:
			return
		case <-r.Context().Done():
			return
		}
	}
}
