package window

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"framework/engine/orm"
	"framework/engine/value"
)

// Sockets are the connected sockets of the server.
type Sockets interface {
	// Clients are the sockets that are connected to this server.
	Clients() []Client
	// Members are the ids of the sockets in a room.
	Members(room string) []string
	// Broadcast emits an event to rooms; the id of a socket is a room.
	Broadcast(ctx context.Context, rooms, except []string, event string, args ...any) error
	// Tap has fn called for each event that is emitted, and must not wait.
	Tap(fn func(Emitted))
}

// Client is a connected socket.
type Client struct {
	ID        string    `json:"id"`
	Namespace string    `json:"namespace"`
	Transport string    `json:"transport"`
	Remote    string    `json:"remote"`
	Agent     string    `json:"agent"`
	SDK       string    `json:"sdk,omitempty"` // version of sails.io.js
	Since     time.Time `json:"since"`
	Rooms     []string  `json:"rooms"`
}

// Emitted is an event that was emitted to sockets.
type Emitted struct {
	Event   string
	Args    []any
	Rooms   []string // nil for all sockets
	Sockets []string // that were sent it by this server
}

// heard is an event as the page shows it.
type heard struct {
	Kind    string    `json:"kind"` // "emitted"
	Number  int64     `json:"number"`
	At      time.Time `json:"at"`
	Event   string    `json:"event"`
	Data    string    `json:"data"`
	Rooms   []string  `json:"rooms"`
	Sockets []string  `json:"sockets"`
}

const (
	// keptEvents is how many events are kept, keptEventBytes how many bytes together.
	keptEvents     = 300
	keptEventBytes = 1 << 20
	// maxData is how many bytes of the data of an event are shown.
	maxData = 2 << 10
)

// emissions are the last events that were emitted to sockets.
type emissions struct {
	once  sync.Once
	mu    sync.Mutex
	last  int64
	kept  [][]byte
	bytes int
}

// tap begins to record events, when the first page is opened.
func (h *Handler) tap() {
	h.emissions.once.Do(func() { h.server.Sockets().Tap(h.emitted) })
}

func (h *Handler) emitted(e Emitted) {
	of := heard{Kind: "emitted", At: time.Now(), Event: cut(e.Event), Rooms: shortList(e.Rooms), Sockets: list(e.Sockets)}
	if len(e.Args) > 0 {
		of.Data = string(value.Append(nil, h.shown(e.Args[0], 0)))
		if len(of.Data) > maxData {
			of.Data = strings.ToValidUTF8(of.Data[:maxData], "") + " …"
		}
	}
	q := &h.emissions
	q.mu.Lock()
	q.last++
	of.Number = q.last
	text, err := json.Marshal(of)
	if err == nil {
		q.kept, q.bytes = append(q.kept, text), q.bytes+len(text)
		drop := 0
		for len(q.kept)-drop > keptEvents || q.bytes > keptEventBytes {
			q.bytes -= len(q.kept[drop])
			q.kept[drop] = nil
			drop++
		}
		q.kept = q.kept[drop:]
	}
	q.mu.Unlock()
	if err == nil {
		h.live.send(text)
	}
}

// shortList is list, which stays nil where it is nil.
func shortList(of []string) []string {
	if of == nil {
		return nil
	}
	return list(of)
}

// maxClients is how many sockets are listed.
const maxClients = 1000

// serveSockets answers with who is connected, and what was emitted lately.
func (h *Handler) serveSockets(_ *Project, w http.ResponseWriter, _ *http.Request) error {
	clients := h.server.Sockets().Clients()
	all := len(clients)
	clients = clients[:min(all, maxClients)]
	for i := range clients {
		clients[i].Rooms = list(clients[i].Rooms)
	}
	h.emissions.mu.Lock()
	events := []json.RawMessage{}
	for _, text := range h.emissions.kept {
		events = append(events, text)
	}
	h.emissions.mu.Unlock()
	return writeJSON(w, map[string]any{"clients": append([]Client{}, clients...), "all": all, "emitted": events})
}

// sending is an event that a person sends.
type sending struct {
	Room  string `json:"room"` // a room or the id of a socket, "" for all
	Event string `json:"event"`
	Data  string `json:"data"`
}

// serveEmit sends an event to a room or to all sockets.
func (h *Handler) serveEmit(_ *Project, w http.ResponseWriter, r *http.Request) error {
	var in sending
	if err := readJSON(w, r, &in); err != nil {
		return err
	}
	if in.Event == "" {
		return &badRequest{errors.New("the event has no name")}
	}
	var args []any
	if strings.TrimSpace(in.Data) != "" {
		data, err := value.Parse([]byte(in.Data))
		if err != nil {
			return &badRequest{fmt.Errorf("the data is no JSON: %w", err)}
		}
		args = append(args, data)
	}
	var rooms []string
	sockets := len(h.server.Sockets().Clients())
	if in.Room != "" {
		rooms = []string{in.Room}
		sockets = len(h.server.Sockets().Members(in.Room))
	}
	if err := h.server.Sockets().Broadcast(r.Context(), rooms, nil, in.Event, args...); err != nil {
		return err
	}
	return writeJSON(w, map[string]int{"sockets": sockets})
}

// Room is a room that gets the messages about a record, and why its members are in it.
type Room struct {
	Name string `json:"name"`
	Why  string `json:"why"`
	// Sockets are the members.
	Sockets []string `json:"sockets"`
}

// serveAudience answers with who would get the messages about a record.
func (h *Handler) serveAudience(p *Project, w http.ResponseWriter, r *http.Request) error {
	m, id, err := recordOf(p, r)
	if err != nil {
		return err
	}
	out := []Room{}
	for _, room := range p.Rooms(m, id, r.URL.Query().Get("verb")) {
		room.Sockets = append([]string{}, h.server.Sockets().Members(room.Name)...)
		slices.Sort(room.Sockets)
		out = append(out, room)
	}
	return writeJSON(w, map[string]any{"rooms": out, "rechecked": p.Rechecked})
}

func recordOf(p *Project, r *http.Request) (*orm.Model, string, error) {
	m := p.ORM.Model(strings.ToLower(r.URL.Query().Get("model")))
	if m == nil {
		return nil, "", &badRequest{errors.New("there is no such model")}
	}
	return m, r.URL.Query().Get("id"), nil
}

// maxSent is how many bytes the page may send at once.
const maxSent = 1 << 20

// readJSON reads what the page has sent.
func readJSON(w http.ResponseWriter, r *http.Request, into any) error {
	if err := json.NewDecoder(http.MaxBytesReader(w, r.Body, maxSent)).Decode(into); err != nil {
		return &badRequest{err}
	}
	return nil
}
