package socketio_test

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"framework/sockets/socketio"
)

func TestBroadcast(t *testing.T) {
	f := serve(t, socketio.Options{})
	ids := map[string]string{}
	for _, name := range []string{"a", "b", "c", "d"} {
		_, s := connect(t, f)
		ids[s.ID()] = name
		ids[name] = s.ID()
		if name != "d" {
			s.Join("letters", "room "+name)
		}
	}
	for _, test := range []struct{ rooms, except, want string }{
		{"", "", "a b c d"},
		{"letters", "", "a b c"},
		{"letters", "room b", "a c"},
		{"letters,room a,#d", "", "a b c d"},
		{"letters,letters", "#a,#b", "c"},
		{"", "letters", "d"},
		{"#a,room a", "", "a"},
		{"nobody", "", ""},
		{"letters", "letters", ""},
	} {
		split := func(list string) []string {
			names := strings.Split(list, ",")
			for i, name := range names {
				if id, ok := strings.CutPrefix(name, "#"); ok {
					names[i] = ids[id]
				}
			}
			return slices.DeleteFunc(names, func(s string) bool { return s == "" })
		}
		var got []string
		for _, s := range f.namespace.Sockets(socketio.To{Rooms: split(test.rooms), Except: split(test.except)}) {
			got = append(got, ids[s.ID()])
		}
		slices.Sort(got)
		if strings.Join(got, " ") != test.want {
			t.Errorf("to %q except %q: got %v, want %s", test.rooms, test.except, got, test.want)
		}
	}
}

// TestRoomsAtOnce joins, leaves, broadcasts and disconnects all at once; nothing
// is left of it.
func TestRoomsAtOnce(t *testing.T) {
	f := serve(t, socketio.Options{})
	var all sync.WaitGroup
	for i := range 8 {
		_, s := connect(t, f)
		all.Go(func() {
			for j := range 200 {
				room := fmt.Sprint("r", (i+j)%5)
				s.Join(room, "all")
				_, _ = f.namespace.Broadcast(socketio.To{Rooms: []string{room, "all"}, Except: []string{s.ID()}}, "x", "y")
				s.Leave(room)
			}
			s.Disconnect(i%2 == 0)
		})
	}
	all.Wait()
	if rooms := f.namespace.Rooms(); len(rooms) != 0 || f.namespace.Len() != 0 {
		t.Errorf("left: %v, %d sockets", rooms, f.namespace.Len())
	}
}
