package redisbroker

import (
	"bytes"
	"math"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"framework/engine/value"
	"framework/sockets"
)

// values draws what package value can hold.
func values() *rapid.Generator[any] {
	leaf := rapid.OneOf(
		rapid.SampledFrom([]any{nil, true, false, value.Undefined{}, math.NaN(), math.Inf(-1), math.Copysign(0, -1), int64(math.MinInt64), int64(math.MaxInt64), 1e300, 5e-324}),
		rapid.Map(rapid.Int64(), func(i int64) any { return i }),
		rapid.Map(rapid.Float64(), func(f float64) any { return f }),
		rapid.Map(rapid.String(), func(s string) any { return s }),
		rapid.Map(rapid.SliceOf(rapid.Byte()), func(b []byte) any { return b }),
		rapid.Map(rapid.Int64Range(-1e14, 1e14), func(ms int64) any { return time.UnixMilli(ms) }),
	)
	return rapid.Deferred(func() *rapid.Generator[any] {
		return rapid.OneOf(leaf, leaf, leaf,
			rapid.Map(rapid.SliceOfN(values(), 0, 5), func(l []any) any { return l }),
			rapid.Custom(func(t *rapid.T) any {
				m := value.New(0)
				for range rapid.IntRange(0, 5).Draw(t, "size") {
					m.Set(rapid.String().Draw(t, "key"), values().Draw(t, "value"))
				}
				return m
			}))
	})
}

// TestValuesAreWhatJSONShows: what crosses looks the same to clients, and bytes
// stay bytes.
func TestValuesAreWhatJSONShows(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := values().Draw(t, "v")
		got, rest, err := readValue(appendValue(nil, v), 0)
		if err != nil || len(rest) > 0 {
			t.Fatalf("%v, %d bytes left", err, len(rest))
		}
		if a, b := value.Append(nil, v), value.Append(nil, got); !bytes.Equal(a, b) {
			t.Fatalf("got %s, want %s", b, a)
		}
		if a, b := count(v), count(got); a != b {
			t.Fatalf("%d bytes values became %d", a, b)
		}
	})
}

func count(v any) (n int) {
	switch v := v.(type) {
	case []byte:
		return 1
	case []any:
		for _, e := range v {
			n += count(e)
		}
	case *value.Map:
		for _, e := range v.All() {
			n += count(e)
		}
	}
	return n
}

// shown is a value of another package.
type shown string

func (s shown) AppendJSON(dst []byte, _, _ string) []byte { return append(dst, s...) }

func TestValuesOfOtherPackages(t *testing.T) {
	for in, want := range map[any]string{
		shown(`{"b":1,"a":[2]}`): `{"b":1,"a":[2]}`,
		shown(`{`):               `null`,
		struct{}{}:               `null`,
	} {
		got, _, err := readValue(appendValue(nil, in), 0)
		if err != nil || string(value.Append(nil, got)) != want {
			t.Errorf("%v: got %s, %v", in, value.Append(nil, got), err)
		}
	}
}

// TestExtensions are what the encoders of npm write.
func TestExtensions(t *testing.T) {
	for in, want := range map[string]string{
		"\xd4\x00\x00": `null`,
		"\xd7\x00\x00\x00\x01\x8b\xcf\xe5\x68\x00":                     `"2023-11-14T22:13:20.000Z"`,
		"\xd6\xff\x65\x53\xf1\x00":                                     `"2023-11-14T22:13:20.000Z"`,
		"\xd7\xff\x1d\xcd\x65\x00\x65\x53\xf1\x00":                     `"2023-11-14T22:13:20.125Z"`,
		"\xc7\x0c\xff\x1d\xcd\x65\x00\x00\x00\x00\x00\x65\x53\xf1\x00": `"2023-11-14T22:13:20.500Z"`,
		"\xd7\x00\x7f\xff\xff\xff\xff\xff\xff\xff":                     `null`,
		"\xc7\x0c\xff\x00\x00\x00\x00\x7f\xff\xff\xff\xff\xff\xff\xff": `null`,
		"\xc7\x09\x0d\xcb\x42\x78\xbc\xfe\x56\x87\xd0\x00":             `"2023-11-14T22:13:20.125Z"`,
		"\xc7\x09\x0d\xcb\x7f\xf8\x00\x00\x00\x00\x00\x00":             `null`,
		"\xc7\x02\x00\x01\x02":                                         `{"type":"Buffer","data":[1,2]}`,
		"\xc8\x00\x01\x00\x09":                                         `{"type":"Buffer","data":[9]}`,
		"\xcf\xff\xff\xff\xff\xff\xff\xff\xff":                         `18446744073709552000`,
		"\xca\x3f\x80\x00\x00":                                         `1`,
		"\xcb\x7f\xf8\x00\x00\x00\x00\x00\x00":                         `null`,
	} {
		got, rest, err := readValue([]byte(in), 0)
		if text := value.Append(nil, got); err != nil || len(rest) > 0 || string(text) != want {
			t.Errorf("%x: got %s, %v", in, text, err)
		}
	}
	for _, in := range []string{"", "\xc1", "\xd4", "\xd4\x01\x00", "\xc7", "\xc7\x05\x00", "\xc7\x01\x0d\xc0", "\xc9\xff\xff\xff\xff\x00", "\x81\x01\x02", "\xdc\xff\xff"} {
		if got, _, err := readValue([]byte(in), 0); err == nil {
			t.Errorf("%x was read as %v", in, got)
		}
	}
	deep := bytes.Repeat([]byte{0x91}, value.MaxDepth+2)
	if _, _, err := readValue(append(deep, 0xc0), 0); err == nil {
		t.Error("it nests without end")
	}
}

// FuzzDecode: no message makes trouble, and what is read is written and read
// again as the same.
func FuzzDecode(f *testing.F) {
	c := newChannels("")
	for _, e := range []sockets.Envelope{
		{Event: "e", Args: []any{value.Of("a", []any{int64(1), 2.5, []byte{1}}), time.UnixMilli(5)}},
		{To: []string{"a"}, Except: []string{"b"}, Event: "e"},
		{Op: sockets.OpJoin, To: []string{"a"}, Rooms: []string{"b"}},
		{Op: sockets.OpLeaveAll, To: []string{"a"}, KeepSource: true},
		{Op: sockets.OpDisconnect},
	} {
		for _, m := range c.encode("n", &e) {
			m.number(7)
			f.Add(m.channel, m.payload)
		}
	}
	f.Add("socket.io#abc", []byte("\x92\x80\x80"))
	f.Add("socket.io#/#", []byte("\x93\xa1n\xdf\xff\xff\xff\xff"))
	for _, namespace := range []string{"%", "/a#b"} {
		m := c.encode("n", &sockets.Envelope{Namespace: namespace, Event: "e"})[0]
		m.number(7)
		f.Add(c.events("/"), m.payload)
	}
	f.Fuzz(func(t *testing.T, channel string, payload []byte) {
		if len(channel) > 1000 {
			return
		}
		in := slices.Clone(payload)
		r, err := c.decode("me", channel, payload)
		if !bytes.Equal(in, payload) {
			t.Fatal("the message was changed")
		}
		if err != nil || r == nil {
			return
		}
		clear(payload) // nothing refers to it
		again := c.encode("you", r.envelope)
		if r.envelope.Op == sockets.OpBroadcast && len(again) != 1 {
			t.Fatalf("%d messages", len(again))
		}
		for _, m := range again {
			m.number(1)
			second, err := c.decode("me", m.channel, m.payload)
			if err != nil || second == nil || second.number != 1 || second.node != "you" {
				t.Fatalf("what was read cannot be read again: %+v, %v", second, err)
			}
			a, b := value.Append(nil, r.envelope.Args), value.Append(nil, second.envelope.Args)
			if second.envelope.Event != r.envelope.Event || !bytes.Equal(a, b) {
				t.Fatalf("got %s, want %s", b, a)
			}
		}
	})
}

func BenchmarkEncode(b *testing.B) {
	record := value.Of("id", int64(7), "name", "a pet of some name", "createdAt", "2023-11-14T22:13:20.125Z", "age", 3.5)
	e := &sockets.Envelope{To: []string{"sails_model_pet_7:update"}, Event: "pet", Args: []any{value.Of("verb", "updated", "id", int64(7), "data", record, "previous", record)}}
	c := newChannels("")
	b.Run("write", func(b *testing.B) {
		b.ReportAllocs()
		for range b.N {
			c.encode("0123456789abcdef", e)[0].number(9)
		}
	})
	m := c.encode("0123456789abcdef", e)[0]
	m.number(9)
	b.Run("read", func(b *testing.B) {
		b.ReportAllocs()
		for range b.N {
			if r, err := c.decode("x", m.channel, m.payload); err != nil || r == nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("json", func(b *testing.B) { // the floor: the same values as JSON
		b.ReportAllocs()
		for range b.N {
			if _, err := value.Parse(value.Append(nil, e.Args)); err != nil {
				b.Fatal(err)
			}
		}
	})
}
