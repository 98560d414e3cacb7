package socketio

import (
	"errors"
	"reflect"
	"testing"

	"github.com/google/go-cmp/cmp"

	"framework/engine/value"
)

func TestDecode(t *testing.T) {
	event := func(args ...any) any { return args }
	for _, test := range []struct {
		text string
		want *packet // nil when it is refused
	}{
		{`0`, &packet{kind: kindConnect, namespace: "/", id: noID}},
		{`0/admin`, &packet{kind: kindConnect, namespace: "/admin", id: noID}},
		{`0/admin?a=1,`, &packet{kind: kindConnect, namespace: "/admin?a=1", id: noID}},
		{`0{"token":"x"}`, &packet{kind: kindConnect, namespace: "/", id: noID, data: value.Of("token", "x")}},
		{`1/admin,`, &packet{kind: kindDisconnect, namespace: "/admin", id: noID}},
		{`2["a",1]`, &packet{kind: kindEvent, namespace: "/", id: noID, data: event("a", int64(1))}},
		{`212["a"]`, &packet{kind: kindEvent, namespace: "/", id: 12, data: event("a")}},
		{`2/n,3["a"]`, &packet{kind: kindEvent, namespace: "/n", id: 3, data: event("a")}},
		{`2[7]`, &packet{kind: kindEvent, namespace: "/", id: noID, data: event("7")}},
		{`30[]`, &packet{kind: kindAck, namespace: "/", id: 0, data: []any{}}},
		{`51-["a",{"_placeholder":true,"num":0}]`, &packet{
			kind: kindBinaryEvent, namespace: "/", id: noID, attachments: 1,
			data: event("a", value.Of("_placeholder", true, "num", int64(0))),
		}},
		{`50-/n,4["a"]`, &packet{kind: kindBinaryEvent, namespace: "/n", id: 4, data: event("a")}},
		{``, nil},
		{`7`, nil},
		{`abc`, nil},
		{`0"x"`, nil},
		{`2`, nil},
		{`2{}`, nil},
		{`2[]`, nil},
		{`2[null]`, nil},
		{`2["a"`, nil},
		{`2["a"]x`, nil},
		{`2abc["a"]`, nil},
		{`2["disconnect"]`, nil},
		{`299999999999999999999["a"]`, nil},
		{`3[]`, nil},
		{`31{}`, nil},
		{`5["a"]`, nil},
		{`5x-["a"]`, nil},
		{`5-1-["a"]`, nil},
	} {
		got, err := decode(test.text, value.Limits{})
		if (err != nil) != (test.want == nil) || err != nil && !errors.Is(err, errPacket) {
			t.Errorf("%s: %v", test.text, err)
		} else if err == nil && !reflect.DeepEqual(got, test.want) {
			t.Errorf("%s: got %+v, want %+v", test.text, got, test.want)
		}
	}
}

func TestEscape(t *testing.T) {
	const want = `42["h\u00e9llo \u2603 \ud83d\ude00"]`
	if got := string(escape([]byte(`42["héllo ☃ 😀"]`))); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// FuzzDecode holds that a packet that is understood is understood the same
// after it was written again.
func FuzzDecode(f *testing.F) {
	for _, seed := range []string{`0{"a":1}`, `2/n,3["a",{"b":[1.5,null]}]`, `51-["a",{"_placeholder":true,"num":0}]`, `30[]`, `1/x,`} {
		f.Add(seed, []byte("attached"))
	}
	f.Fuzz(func(t *testing.T, text string, attachment []byte) {
		p, err := decode(text, value.Limits{})
		if err != nil {
			return
		}
		k := p.kind
		if plain := map[kind]kind{kindBinaryEvent: kindEvent, kindBinaryAck: kindAck}; plain[k] != 0 {
			k = plain[k]
			if p.data, err = attach(p.data, [][]byte{attachment}); err != nil {
				return
			}
		}
		again, attachments := appendPacket(nil, k, p.namespace, p.id, p.data)
		q, err := decode(string(again), value.Limits{})
		if err != nil {
			t.Fatalf("%q was written as %q: %v", text, again, err)
		}
		if len(attachments) > 0 {
			if q.data, err = attach(q.data, attachments); err != nil {
				t.Fatalf("%q was written as %q: %v", text, again, err)
			}
		}
		if a, b := value.Append(nil, p.data), value.Append(nil, q.data); p.id != q.id || p.namespace != q.namespace || !cmp.Equal(a, b) {
			t.Fatalf("%q was written as %q", text, again)
		}
	})
}
