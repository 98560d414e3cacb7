package pubsub_test

import (
	"context"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"framework/engine/orm"
	"framework/engine/orm/sqldb"
	"framework/engine/profile/answers"
	"framework/engine/value"
)

// fakeRooms holds sockets and their rooms in memory, and what each was shown.
type fakeRooms struct {
	mu    sync.Mutex
	rooms map[string][]string // of sockets
	heard []string            // "socket event message"
	sent  chan struct{}       // has room for a signal after each broadcast
	// elsewhere takes what is for other servers; nil drops it.
	elsewhere func(rooms, except []string, event string, args []any)
}

func newFakeRooms(sockets ...string) *fakeRooms {
	h := &fakeRooms{rooms: map[string][]string{}, sent: make(chan struct{}, 1)}
	for _, s := range sockets {
		h.rooms[s] = []string{s}
	}
	return h
}

func (h *fakeRooms) Join(_ context.Context, socket string, rooms ...string) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.join(socket, rooms)
	return nil
}

func (h *fakeRooms) join(socket string, rooms []string) {
	if h.rooms[socket] == nil {
		return
	}
	for _, r := range rooms {
		if !slices.Contains(h.rooms[socket], r) {
			h.rooms[socket] = append(h.rooms[socket], r)
		}
	}
}

func (h *fakeRooms) Leave(_ context.Context, socket string, rooms ...string) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.leave(socket, rooms)
	return nil
}

func (h *fakeRooms) leave(socket string, rooms []string) {
	h.rooms[socket] = slices.DeleteFunc(h.rooms[socket], func(r string) bool { return slices.Contains(rooms, r) })
}

func (h *fakeRooms) JoinMembers(_ context.Context, source string, rooms ...string) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, s := range h.members(source) {
		h.join(s, rooms)
	}
	return nil
}

func (h *fakeRooms) LeaveMembers(_ context.Context, source string, rooms ...string) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, s := range h.members(source) {
		h.leave(s, rooms)
	}
	return nil
}

func (h *fakeRooms) Broadcast(_ context.Context, rooms, except []string, event string, args ...any) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, s := range h.sockets() {
		in := func(r string) bool { return slices.Contains(h.rooms[s], r) }
		if rooms != nil && !slices.ContainsFunc(rooms, in) || slices.ContainsFunc(except, in) {
			continue
		}
		h.heard = append(h.heard, s+" "+event+" "+string(value.Append(nil, args[0])))
	}
	select {
	case h.sent <- struct{}{}:
	default:
	}
	return nil
}

func (h *fakeRooms) BroadcastRemote(_ context.Context, rooms, except []string, event string, args ...any) error {
	if h.elsewhere != nil {
		h.elsewhere(rooms, except, event, args)
	}
	return nil
}

func (h *fakeRooms) Members(room string) []string {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.members(room)
}

func (h *fakeRooms) Empty(rooms ...string) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.elsewhere != nil {
		return false // the connected sockets are not known
	}
	for _, room := range rooms {
		if len(h.members(room)) > 0 {
			return false
		}
	}
	return len(rooms) > 0 || len(h.rooms) == 0
}

func (h *fakeRooms) members(room string) []string {
	return slices.DeleteFunc(h.sockets(), func(s string) bool { return !slices.Contains(h.rooms[s], room) })
}

func (h *fakeRooms) sockets() []string {
	all := make([]string, 0, len(h.rooms))
	for s := range h.rooms {
		all = append(all, s)
	}
	slices.Sort(all)
	return all
}

// of are the rooms of a socket but its own, less the common beginning.
func (h *fakeRooms) of(socket string) []string {
	h.mu.Lock()
	defer h.mu.Unlock()
	var out []string
	for _, r := range h.rooms[socket] {
		if r != socket {
			out = append(out, strings.TrimPrefix(r, "sails_model_"))
		}
	}
	return out
}

// listen returns the messages since the last call.
func (h *fakeRooms) listen() []string {
	h.mu.Lock()
	defer h.mu.Unlock()
	heard := h.heard
	h.heard = nil
	return heard
}

func model(name string, attrs ...orm.AttributeDef) *orm.Definition {
	return &orm.Definition{
		Identity: strings.ToLower(name), GlobalID: name, Source: "api/models/" + name + ".js",
		Datastore: "ram", Migrate: orm.Drop, AutoPK: true, Attributes: attrs,
	}
}

func one(name, target string) orm.AttributeDef { return orm.AttributeDef{Name: name, Model: target} }

func many(name, target, via string) orm.AttributeDef {
	return orm.AttributeDef{Name: name, Collection: target, Via: via}
}

// community are models with associations of every kind.
func community(t testing.TB) *orm.ORM {
	t.Helper()
	db, err := sqldb.Open(context.Background(), sqldb.Options{Path: filepath.Join(t.TempDir(), "test.db"), Sparse: true, Synchronous: "OFF"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	secret := orm.AttributeDef{Name: "secret", Type: "string", Protected: true}
	o, err := orm.Open(context.Background(), []*orm.Definition{
		model("User", orm.AttributeDef{Name: "name", Type: "string"}, secret, one("home", "home"),
			many("pets", "pet", "owner"), many("groups", "group", "members"),
			many("friends", "user", "friendOf"), many("friendOf", "user", "friends"), many("likes", "pet", "")),
		model("Pet", orm.AttributeDef{Name: "name", Type: "string"}, one("owner", "user"), one("sitter", "user")),
		model("Home", orm.AttributeDef{Name: "street", Type: "string"}),
		model("Group", orm.AttributeDef{Name: "title", Type: "string"}, many("members", "user", "groups")),
		model("Passport", orm.AttributeDef{Name: "holder", Model: "citizen", Via: "passport"}),
		model("Citizen", orm.AttributeDef{Name: "passport", Model: "passport", Via: "holder"}),
	}, orm.Options{Datastores: map[string]orm.Adapter{"ram": db}})
	if err != nil {
		t.Fatal(err)
	}
	return o
}

// The releases.
var (
	sails10 = answers.Classic("0.10").PubSub
	sails12 = answers.Classic("0.12").PubSub
	sails1  = answers.Modern().PubSub
)

func record(m *orm.Model, pairs ...any) *orm.Record {
	return &orm.Record{Map: *value.Of(pairs...), Model: m}
}
