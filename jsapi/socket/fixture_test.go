package socket_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"testing"

	"framework/engine/value"
	"framework/jsapi"
	"framework/jsapi/jsapitest"
	"framework/jsapi/modules"
	"framework/jsapi/node"
	"framework/jsapi/socket"
)

// hub is a Hub without clients: it keeps rooms and notes what is asked of it.
type hub struct {
	mu       sync.Mutex
	calls    []string
	rooms    map[string]map[string][]string // ids by room by namespace
	answers  map[string][]any               // what the client of an id acknowledges
	declared int
}

func newHub() *hub {
	return &hub{rooms: map[string]map[string][]string{"/": {}}, answers: map[string][]any{}}
}

// connect puts sockets into a namespace.
func (h *hub) connect(namespace string, ids ...string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.rooms[namespace] == nil {
		h.rooms[namespace] = map[string][]string{}
	}
	for _, id := range ids {
		h.rooms[namespace][id] = []string{id} // every socket is in the room of its id
	}
}

func (h *hub) note(format string, args ...any) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.calls = append(h.calls, fmt.Sprintf(format, args...))
}

// taken are the calls since the last time.
func (h *hub) taken() string {
	h.mu.Lock()
	defer h.mu.Unlock()
	out := strings.Join(h.calls, "; ")
	h.calls = nil
	return out
}

func (h *hub) In(namespace string) socket.Rooms { return rooms{h, namespace} }

func (h *hub) Declared() { h.declared++ }

func (h *hub) Emit(id, event string, args []any, answered func([]any, error)) error {
	h.note("emit %s %s %s", id, event, text(args))
	answer, known := h.answers[id]
	if !known && answered != nil {
		return errors.New("no such socket")
	}
	if answered != nil {
		answered(answer, nil)
	}
	return nil
}

func (h *hub) Disconnect(_ context.Context, id string, all bool) {
	h.note("disconnect %s %t", id, all)
}

func (h *hub) Transport(string) string { return "websocket" }

func (h *hub) Handshake(id string) *value.Map {
	if id == "gone" {
		return nil
	}
	headers := value.New(1)
	headers.Set("host", "example.com")
	m := value.New(2)
	m.Set("headers", headers)
	m.Set("url", "/socket.io/?id="+id)
	return m
}

// rooms are those of one namespace of a hub.
type rooms struct {
	hub  *hub
	name string
}

// all are the members by room; hub.mu is held.
func (r rooms) all() map[string][]string { return r.hub.rooms[r.name] }

func (r rooms) Has(id string) bool {
	r.hub.mu.Lock()
	defer r.hub.mu.Unlock()
	return slices.Contains(r.all()[id], id)
}

func (r rooms) Join(_ context.Context, id string, names ...string) error {
	r.hub.note("join %s %s %v", r.name, id, names)
	r.hub.mu.Lock()
	defer r.hub.mu.Unlock()
	for _, name := range names {
		if !slices.Contains(r.all()[name], id) {
			r.all()[name] = append(r.all()[name], id)
		}
	}
	return nil
}

func (r rooms) Leave(_ context.Context, id string, names ...string) error {
	r.hub.note("leave %s %s %v", r.name, id, names)
	r.hub.mu.Lock()
	defer r.hub.mu.Unlock()
	for _, name := range names {
		r.all()[name] = slices.DeleteFunc(r.all()[name], func(other string) bool { return other == id })
	}
	return nil
}

func (r rooms) Broadcast(_ context.Context, to, except []string, event string, args ...any) error {
	r.hub.note("broadcast %s to %v except %v %s %s", r.name, to, except, event, text(args))
	return nil
}

func (r rooms) Members(room string) []string {
	r.hub.mu.Lock()
	defer r.hub.mu.Unlock()
	return slices.Clone(r.all()[room])
}

func (r rooms) IDs() []string {
	return r.names(func(name string, members []string) bool { return slices.Contains(members, name) })
}

func (r rooms) RoomNames() []string {
	return r.names(func(string, []string) bool { return true })
}

func (r rooms) RoomsOf(id string) []string {
	return r.names(func(_ string, members []string) bool { return slices.Contains(members, id) })
}

// names are the rooms that are wanted, in order.
func (r rooms) names(wanted func(name string, members []string) bool) []string {
	r.hub.mu.Lock()
	defer r.hub.mu.Unlock()
	var out []string
	for name, members := range r.all() {
		if wanted(name, members) {
			out = append(out, name)
		}
	}
	slices.Sort(out)
	return out
}

// text is JSON of values, bytes in angle brackets.
func text(args []any) string {
	parts := make([]string, len(args))
	for i, v := range args {
		parts[i] = shown(v)
	}
	return "[" + strings.Join(parts, ",") + "]"
}

// shown is JSON of a value, bytes in angle brackets wherever they are.
func shown(v any) string {
	var parts []string
	switch v := v.(type) {
	case []byte:
		return fmt.Sprintf("<%x>", v)
	case []any:
		for _, each := range v {
			parts = append(parts, shown(each))
		}
		return "[" + strings.Join(parts, ",") + "]"
	case *value.Map:
		for name, each := range v.All() {
			parts = append(parts, fmt.Sprintf("%q:%s", name, shown(each)))
		}
		return "{" + strings.Join(parts, ",") + "}"
	}
	return string(value.Append(nil, v))
}

// world is a realm with io as a global.
type world struct {
	t   testing.TB
	iso *jsapi.Isolate
	hub *hub
	set *socket.Set
}

func open(t testing.TB, shape string) *world {
	t.Helper()
	w := &world{t: t, hub: newHub()}
	var err error
	log := slog.New(slog.DiscardHandler)
	if w.iso, err = jsapi.New(jsapi.Options{Root: t.TempDir(), Log: log}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = w.iso.Close(context.Background()) })
	opts := node.Options{Root: t.TempDir(), Log: log}
	err = w.iso.Do(t.Context(), func(r *jsapi.Realm) error {
		if err := node.Globals(r, opts); err != nil {
			return err
		}
		l, err := modules.Install(r, modules.Options{Root: t.TempDir(), Core: node.Core(opts)})
		if err != nil {
			return err
		}
		w.set, err = socket.New(r, socket.Options{Hub: w.hub, Log: log, Rooms: shape, TypedArrays: shape == "set", Require: l.Require})
		if err != nil {
			return err
		}
		if err := r.Runtime().Set("seen", []any{}); err != nil {
			return err
		}
		return r.Runtime().Set("io", w.set.IO())
	})
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// run runs a script and gives its value as JSON.
func (w *world) run(script string) (string, error) {
	return jsapitest.Value(w.t.Context(), w.iso, script)
}

// must is run of a script that does not fail.
func (w *world) must(script string) string {
	w.t.Helper()
	out, err := w.run(script)
	if err != nil {
		w.t.Fatalf("%s: %v", script, err)
	}
	return out
}

// parsed is JSON as an ordered map.
func parsed(t testing.TB, object string) *value.Map {
	t.Helper()
	v, err := value.Parse([]byte(object))
	if err != nil {
		t.Fatal(err)
	}
	m, ok := v.(*value.Map)
	if !ok {
		t.Fatal(object, "is no object")
	}
	return m
}
