package engineio_test

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/gorilla/websocket"

	"framework/sockets/engineio"
)

// neighbour is a client that has nothing to do with what the others do to the
// server: check fails when it is no longer served.
func neighbour(t *testing.T, f *fixture) (check func(*testing.T)) {
	t.Helper()
	ws := open(t, f, "EIO=4")
	<-f.conns
	return func(t *testing.T) {
		t.Helper()
		write(t, ws, "4still here")
		for {
			if text := read(t, ws); text == "4still here" {
				return
			} else if text != "2" {
				t.Fatalf("got %q", text)
			}
		}
	}
}

func TestGarbageHurtsNobodyElse(t *testing.T) {
	f := serve(t, engineio.Options{MaxPayload: 1000})
	check := neighbour(t, f)
	for name, test := range map[string]struct {
		revision string
		kind     int
		data     string
		reason   engineio.Reason
	}{
		"no type":             {"4", websocket.TextMessage, "abc", engineio.ParseError},
		"empty":               {"4", websocket.TextMessage, "", engineio.ParseError},
		"not UTF-8":           {"4", websocket.TextMessage, "4\xff\xfe", engineio.ParseError},
		"bad base64":          {"4", websocket.TextMessage, "b?", engineio.ParseError},
		"binary without type": {"3", websocket.BinaryMessage, "", engineio.ParseError},
		"binary ping":         {"3", websocket.BinaryMessage, "\x02", engineio.ParseError},
		"huge":                {"4", websocket.TextMessage, "4" + strings.Repeat("x", 1000), engineio.TransportError},
	} {
		t.Run(name, func(t *testing.T) {
			ws := open(t, f, "EIO="+test.revision)
			e := <-f.conns
			if err := ws.WriteMessage(test.kind, []byte(test.data)); err != nil {
				t.Fatal(err)
			}
			wantClosed(t, ws)
			if reason := e.reason(t); reason != test.reason {
				t.Errorf("closed for %q", reason)
			}
			check(t)
		})
	}
}

// raw upgrades a TCP connection by hand.
func raw(t *testing.T, f *fixture) net.Conn {
	t.Helper()
	conn, err := net.Dial("tcp", strings.TrimPrefix(f.url, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	_, err = fmt.Fprintf(conn, "GET /?EIO=4&transport=websocket HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"+
		"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n")
	if err != nil {
		t.Fatal(err)
	}
	res, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil || res.StatusCode != http.StatusSwitchingProtocols {
		t.Fatal(res, err)
	}
	return conn
}

func TestHalfFrames(t *testing.T) {
	f := serve(t, engineio.Options{MaxPayload: 1000})
	check := neighbour(t, f)
	for name, bytes := range map[string][]byte{
		"half a header":      {0x81},
		"half a message":     {0x81, 0x80 | 100, 1, 2, 3, 4, 'x'},
		"never a last frame": {0x01, 0x80 | 1, 0, 0, 0, 0, '4', 0x00, 0x80, 0, 0, 0, 0},
	} {
		t.Run(name, func(t *testing.T) {
			conn := raw(t, f)
			e := <-f.conns
			if _, err := conn.Write(bytes); err != nil {
				t.Fatal(err)
			}
			check(t)
			conn.Close()
			if reason := e.reason(t); reason != engineio.TransportClose {
				t.Errorf("closed for %q", reason)
			}
		})
	}
	t.Run("a frame that says it is huge", func(t *testing.T) {
		conn := raw(t, f)
		e := <-f.conns
		if _, err := conn.Write(append(binary.BigEndian.AppendUint64([]byte{0x81, 0x80 | 127}, 1<<62), 0, 0, 0, 0)); err != nil {
			t.Fatal(err)
		}
		if reason := e.reason(t); reason != engineio.TransportError {
			t.Errorf("closed for %q", reason)
		}
		check(t)
	})
	t.Run("frames that are not masked", func(t *testing.T) {
		conn := raw(t, f)
		e := <-f.conns
		if _, err := conn.Write([]byte{0x81, 1, '4'}); err != nil {
			t.Fatal(err)
		}
		e.reason(t)
		check(t)
	})
}

// TestClientThatNeverReads is dropped, and the sender does not wait for it.
func TestClientThatNeverReads(t *testing.T) {
	f := serve(t, engineio.Options{MaxQueueBytes: 1 << 20})
	check := neighbour(t, f)
	raw(t, f)
	slow := <-f.conns
	polling := dial(t, f, "EIO=4")
	idle := <-f.conns
	for _, e := range []*echo{slow, idle} {
		m := engineio.Text(strings.Repeat("x", 100_000))
		for i := 0; e.conn.Send(m) == nil; i++ {
			if i > 1000 {
				t.Fatal("everything is kept for a client that does not read")
			}
		}
		if reason := e.reason(t); reason != engineio.SlowConsumer {
			t.Errorf("closed for %q", reason)
		}
	}
	if res, _ := polling.get(); res.StatusCode != http.StatusBadRequest {
		t.Errorf("the session lives: %d", res.StatusCode)
	}
	check(t)
}

func TestWrongSessions(t *testing.T) {
	f := serve(t, engineio.Options{})
	check := neighbour(t, f)
	p := dial(t, f, "EIO=4")
	for _, test := range []struct{ method, url, want string }{
		{"GET", f.url + "/?EIO=4&transport=polling&sid=nobody", `400 {"code":1,"message":"Session ID unknown"}`},
		{"POST", f.url + "/?EIO=4&transport=polling&sid=nobody", `400 {"code":1,"message":"Session ID unknown"}`},
		{"POST", f.url + "/?EIO=4&transport=polling", `400 {"code":2,"message":"Bad handshake method"}`},
		{"GET", f.url + "/?EIO=4&transport=smoke", `400 {"code":0,"message":"Transport unknown"}`},
		{"GET", f.url + "/?EIO=4&transport=websocket", `400 {"code":3,"message":"Bad request"}`},
		{"GET", f.url + "/?EIO=9&transport=polling", `400 {"code":5,"message":"Unsupported protocol version"}`},
		{"DELETE", p.url, `400 {"code":3,"message":"Bad request"}`},
	} {
		res, body := (&poller{t, test.url}).do(test.method, "", "")
		if got := fmt.Sprint(res.StatusCode, " ", body); got != test.want {
			t.Errorf("%s %s: got %s, want %s", test.method, test.url, got, test.want)
		}
	}
	if _, res, err := socket(t, f, "EIO=4&sid=nobody", nil); err == nil || res.StatusCode != http.StatusBadRequest {
		t.Errorf("a WebSocket for nobody: %v", err)
	}
	check(t)
}

func TestUpgradeTwice(t *testing.T) {
	f := serve(t, engineio.Options{})
	p := dial(t, f, "EIO=4")
	e := <-f.conns
	_, id, _ := strings.Cut(p.url, "&sid=")
	first, _, err := socket(t, f, "EIO=4&sid="+id, nil)
	if err != nil {
		t.Fatal(err)
	}
	write(t, first, "2probe")
	if got := read(t, first); got != "3probe" {
		t.Fatalf("got %q", got)
	}
	second, _, err := socket(t, f, "EIO=4&sid="+id, nil)
	if err != nil {
		t.Fatal(err)
	}
	wantClosed(t, second)
	if err := e.conn.Send(engineio.Text("meanwhile")); err != nil {
		t.Fatal(err)
	}
	write(t, first, "5")
	write(t, first, "4hello")
	if got := read(t, first) + read(t, first); got != "4meanwhile4hello" {
		t.Errorf("got %q", got)
	}
	third, _, err := socket(t, f, "EIO=4&sid="+id, nil)
	if err != nil {
		t.Fatal(err)
	}
	wantClosed(t, third)
	write(t, first, "4again")
	if got := read(t, first); got != "4again" {
		t.Errorf("got %q", got)
	}
}

// TestUnfinishedUpgrade leaves the connection as it was.
func TestUnfinishedUpgrade(t *testing.T) {
	f := serve(t, engineio.Options{UpgradeTimeout: 50 * time.Millisecond})
	p := dial(t, f, "EIO=4")
	_, id, _ := strings.Cut(p.url, "&sid=")
	for _, send := range []string{"", "2probe", "4too early", "garbage"} {
		ws, _, err := socket(t, f, "EIO=4&sid="+id, nil)
		if err != nil {
			t.Fatal(err)
		}
		if send != "" {
			write(t, ws, send)
		}
		wantClosed(t, ws)
		ws.Close()
		if status, _ := p.post("text/plain", "4on"); status != http.StatusOK {
			t.Fatalf("after %q: %d", send, status)
		}
		for {
			if _, body := p.get(); body == "4on" {
				break
			} else if body != "6" {
				t.Fatalf("after %q: %q", send, body)
			}
		}
	}
}

func TestManyAtOnce(t *testing.T) {
	f := serve(t, engineio.Options{MaxConnections: 40})
	var all sync.WaitGroup
	for i := range 20 {
		ws := open(t, f, fmt.Sprint("EIO=", 3+i%2))
		e := <-f.conns
		all.Go(func() {
			for j := range 100 {
				if e.conn.Send(engineio.Text(fmt.Sprint("s", j))) != nil || ws.WriteMessage(websocket.TextMessage, []byte("4c")) != nil {
					t.Error("the connection is closed")
					return
				}
			}
		})
		all.Go(func() {
			for sent, echoed := 0, 0; sent < 100 || echoed < 100; {
				_, data, err := ws.ReadMessage()
				switch {
				case err != nil:
					t.Error(err)
					return
				case string(data) == "4c":
					echoed++
				case string(data) == fmt.Sprint("4s", sent):
					sent++
				default:
					t.Errorf("got %q after %d", data, sent)
					return
				}
			}
		})
	}
	all.Wait()
}
