package engineio_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"github.com/gorilla/websocket"

	"framework/sockets/engineio"
)

func TestDecodePayload(t *testing.T) {
	text := func(kind engineio.Kind, data string) engineio.Packet {
		return engineio.Packet{Kind: kind, Data: []byte(data)}
	}
	message := func(data string) engineio.Packet { return text(engineio.KindMessage, data) }
	bytes := engineio.Packet{Kind: engineio.KindMessage, Binary: true, Data: []byte{1, 2, 3, 4}}
	for _, test := range []struct {
		name     string
		body     string
		revision int
		binary   bool
		want     []engineio.Packet // nil when it is refused
	}{
		{"4: one", "4hello", 4, false, []engineio.Packet{message("hello")}},
		{"4: several", "4a\x1ebAQIDBA==\x1e3", 4, false, []engineio.Packet{message("a"), bytes, text(engineio.KindPong, "")}},
		{"4: empty", "", 4, false, nil},
		{"4: empty packet", "4a\x1e", 4, false, nil},
		{"4: no type", "abc", 4, false, nil},
		{"4: type 7", "7", 4, false, nil},
		{"4: bad base64", "b!!!", 4, false, nil},
		{"4: not UTF-8", "4\xff", 4, false, nil},
		{"3: several", "6:4hello2:4€10:b4AQIDBA==", 3, false, []engineio.Packet{message("hello"), message("€"), bytes}},
		{"3: length in UTF-16 units", "3:4😀1:2", 3, false, []engineio.Packet{message("😀"), text(engineio.KindPing, "")}},
		{"3: encoded twice", "4:4Ã©1", 3, false, []engineio.Packet{message("é1")}},
		{"3: cannot be encoded twice", "3:4é1", 3, false, []engineio.Packet{message("é1")}},
		{"3: half a surrogate pair", "2:4😀", 3, false, nil},
		{"3: no length", "4hello", 3, false, nil},
		{"3: length 0", "0:", 3, false, nil},
		{"3: negative", "-1:4", 3, false, nil},
		{"3: too short", "9:4hello", 3, false, nil},
		{"3: huge length", "99999999999999999999:4", 3, false, nil},
		{"3: empty", "", 3, false, nil},
		{"3: binary of no message", "6:b2AQID", 3, false, nil},
		{"3: binary payload", "\x00\x06\xff4hello\x01\x05\xff\x04\x01\x02\x03\x04", 3, true, []engineio.Packet{message("hello"), bytes}},
		{"3: binary payload, two digits", "\x00\x01\x00\xff4" + strings.Repeat("x", 9), 3, true, []engineio.Packet{message("xxxxxxxxx")}},
		{"3: binary payload without an end", "\x00\x06", 3, true, nil},
		{"3: binary payload too short", "\x00\x09\xff4", 3, true, nil},
		{"3: binary payload of a third kind", "\x02\x01\xff4", 3, true, nil},
		{"3: binary payload with many digits", "\x00" + strings.Repeat("\x09", 40) + "\xff4", 3, true, nil},
		{"3: binary message without type", "\x01\x00\xff", 3, true, nil},
	} {
		got, err := engineio.DecodePayload([]byte(test.body), test.revision, test.binary)
		if (err != nil) != (test.want == nil) || err != nil && !errors.Is(err, engineio.ErrPacket) {
			t.Errorf("%s: %v", test.name, err)
			continue
		}
		if err == nil {
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("%s (-want +got):\n%s", test.name, diff)
			}
		}
	}
}

// TestPollingBothWays sends text and bytes of every kind through polls, in
// every way that clients write them.
func TestPollingBothWays(t *testing.T) {
	f := serve(t, engineio.Options{})
	for _, test := range []struct{ query, contentType, body, answerType, answer string }{
		{"EIO=4", "text/plain;charset=UTF-8", "4é😀\x1ebAQI=", "text/plain; charset=UTF-8", "4é😀\x1ebAQI="},
		{"EIO=3", "text/plain;charset=UTF-8", "2:4a2:4b", "text/plain; charset=UTF-8", "2:4a2:4b"},
		{"EIO=3&t=Lx3", "text/plain;charset=UTF-8", "2:4a2:4b", "text/plain; charset=UTF-8", "2:4a2:4b"},
		{"EIO=3&t=1420066800000-7", "text/plain;charset=UTF-8", "2:4a2:4b", "application/octet-stream", "\x00\x02\xff4a\x00\x02\xff4b"},
		{"EIO=3&b64=1", "text/plain;charset=UTF-8", "2:4a2:4b", "text/plain; charset=UTF-8", "2:4a2:4b"},
		{"EIO=3", "text/plain;charset=UTF-8", "4:4é😀", "application/octet-stream", "\x00\x07\xff4é😀"},
		{"EIO=3", "application/octet-stream", "\x01\x03\xff\x04\x01\x02\x00\x02\xff4a", "application/octet-stream", "\x01\x03\xff\x04\x01\x02\x00\x02\xff4a"},
		{"EIO=3&b64=1", "text/plain;charset=UTF-8", "6:b4AQI=", "text/plain; charset=UTF-8", "6:b4AQI="},
		{"EIO=3&b64=1", "text/plain;charset=UTF-8", "4:4é😀", "text/plain; charset=UTF-8", "4:4é😀"},
		{"EIO=3", "text/plain;charset=UTF-8", "6:4hello10:b4AQIDBA==", "application/octet-stream", "\x00\x06\xff4hello\x01\x05\xff\x04\x01\x02\x03\x04"},
		{"EIO=3&j=2", "application/x-www-form-urlencoded", "d=6%3A4a%5Cnb%5C%5Cn", "text/javascript; charset=UTF-8", `___eio[2]("6:4a\nb\\n");`},
		{"EIO=4&j=x", "application/x-www-form-urlencoded", "d=4%3C%2Fscript%3E%E2%80%A8", "text/javascript; charset=UTF-8", `___eio[0]("4\u003c/script\u003e\u2028");`},
	} {
		p := dial(t, f, test.query)
		if status, body := p.post(test.contentType, test.body); status != http.StatusOK || body != "ok" {
			t.Errorf("%s: POST %q: %d %s", test.query, test.body, status, body)
			continue
		}
		res, body := p.get()
		if res.StatusCode != http.StatusOK || body != test.answer || res.Header.Get("Content-Type") != test.answerType {
			t.Errorf("%s: POST %q: got %d %s %q, want %s %q", test.query, test.body,
				res.StatusCode, res.Header.Get("Content-Type"), body, test.answerType, test.answer)
		}
	}
}

// TestSocketBothWays sends text and bytes through WebSockets; clients that say so
// get bytes as text.
func TestSocketBothWays(t *testing.T) {
	f := serve(t, engineio.Options{})
	for _, test := range []struct {
		query    string
		isBinary bool
		sent     string
		asBinary bool
		answer   string
	}{
		{"EIO=4", false, "4é😀", false, "4é😀"},
		{"EIO=4", true, "\x04\x01", true, "\x04\x01"},
		{"EIO=4&b64=1", true, "\x04\x01", false, "bBAE="},
		{"EIO=3", false, "b4BAE=", true, "\x04\x04\x01"},
		{"EIO=3", true, "\x04\x04\x01", true, "\x04\x04\x01"},
		{"EIO=3&b64=1", true, "\x04\x04\x01", false, "b4BAE="},
	} {
		ws := open(t, f, test.query)
		kinds := map[bool]int{false: websocket.TextMessage, true: websocket.BinaryMessage}
		if err := ws.WriteMessage(kinds[test.isBinary], []byte(test.sent)); err != nil {
			t.Fatal(err)
		}
		kind, answer, err := ws.ReadMessage()
		if err != nil || string(answer) != test.answer || kind != kinds[test.asBinary] {
			t.Errorf("%s: %q: got %q of kind %d, %v, want %q", test.query, test.sent, answer, kind, err, test.answer)
		}
	}
}

func FuzzDecodePayload(f *testing.F) {
	for _, seed := range []string{"4a\x1ebAQIDBA==", "6:4hello2:4€", "\x00\x06\xff4hello", "3:4😀1:2", "4:4Ã©1", ""} {
		f.Add([]byte(seed), 3, false)
		f.Add([]byte(seed), 4, true)
		f.Add([]byte(seed), 3, true)
	}
	f.Fuzz(func(t *testing.T, body []byte, revision int, isBinary bool) {
		packets, err := engineio.DecodePayload(body, revision, isBinary)
		if err != nil {
			if !errors.Is(err, engineio.ErrPacket) {
				t.Fatalf("an error of another kind: %v", err)
			}
			return
		}
		size := 0
		for _, p := range packets {
			size += len(p.Data)
			if !p.Binary && !utf8.Valid(p.Data) {
				t.Fatalf("text that is not UTF-8: %q", p.Data)
			}
			if p.Kind < engineio.KindOpen || p.Kind > engineio.KindNoop {
				t.Fatalf("there is no kind %q", p.Kind)
			}
		}
		if len(packets) == 0 || size > len(body) {
			t.Fatalf("%d packets with %d bytes come of %d", len(packets), size, len(body))
		}
	})
}

func FuzzDecodePacket(f *testing.F) {
	f.Add([]byte("4hello"), 3)
	f.Add([]byte("b4AQID"), 3)
	f.Add([]byte("bAQID"), 4)
	f.Add([]byte{4, 1, 2}, 3)
	f.Fuzz(func(t *testing.T, data []byte, revision int) {
		for _, decode := range []func([]byte, int) (engineio.Packet, error){engineio.DecodeText, engineio.DecodeBinary} {
			p, err := decode(data, revision)
			if err == nil && len(p.Data) > len(data) || err != nil && !errors.Is(err, engineio.ErrPacket) {
				t.Fatalf("%q: %v, %v", data, p, err)
			}
		}
	})
}

// sid reads the answer to a handshake in any form.
func sid(t *testing.T, body string) string {
	t.Helper()
	if i := strings.Index(body, "("); i >= 0 && strings.HasPrefix(body, "___eio") {
		var inner string
		if err := json.Unmarshal([]byte(body[i+1:len(body)-2]), &inner); err != nil {
			t.Fatal(err)
		}
		body = inner
	}
	var open struct{ SID string }
	i := strings.Index(body, "{")
	if i < 0 {
		t.Fatalf("no handshake: %q", body)
	}
	if err := json.NewDecoder(strings.NewReader(body[i:])).Decode(&open); err != nil {
		t.Fatal(fmt.Errorf("%q: %w", body, err))
	}
	return open.SID
}
