package sockets_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"framework/engine/testenv"
	"github.com/gorilla/websocket"
	"go.uber.org/goleak"
)

// victim is a client that does nothing wrong; it has to be answered throughout.
type victim struct {
	t    *testing.T
	conn *websocket.Conn
}

func dial(t testing.TB, url, query string) *websocket.Conn {
	t.Helper()
	conn, res, err := websocket.DefaultDialer.Dial("ws"+strings.TrimPrefix(url, "http")+"/socket.io/?transport=websocket&"+query, nil)
	if err != nil {
		t.Fatal(err, res)
	}
	return conn
}

func newVictim(t *testing.T, url string) *victim {
	v := &victim{t, dial(t, url, "EIO=3")}
	for _, want := range []string{"0{", "40"} {
		if _, text, err := v.conn.ReadMessage(); err != nil || !strings.HasPrefix(string(text), want) {
			t.Fatalf("got %s, %v", text, err)
		}
	}
	return v
}

func (v *victim) ask() {
	v.t.Helper()
	if err := v.conn.WriteMessage(websocket.TextMessage, []byte(`420["get",{"url":"/echo/text"}]`)); err != nil {
		v.t.Fatal(err)
	}
	_, text, err := v.conn.ReadMessage()
	if err != nil || !strings.HasPrefix(string(text), `430[{"body":"hello"`) {
		v.t.Fatalf("the client that does nothing wrong got %s, %v", text, err)
	}
}

// TestHostileClients sends what no client sends, through a lifted project:
// others are served on, and nothing is left of it.
func TestHostileClients(t *testing.T) {
	testenv.Slow(t)
	leaks := goleak.IgnoreCurrent()
	t.Cleanup(func() { goleak.VerifyNone(t, leaks) }) // after the project has ended
	url := lift(t, "testdata/shop.txtar")
	host := strings.TrimPrefix(url, "http://")
	client := &http.Client{Transport: &http.Transport{}}
	t.Cleanup(client.CloseIdleConnections)
	v := newVictim(t, url)
	t.Cleanup(func() { v.conn.Close() })

	text := func(conn *websocket.Conn, messages ...string) {
		for _, m := range messages {
			if conn.WriteMessage(websocket.TextMessage, []byte(m)) != nil {
				return // it was thrown out, as it should be
			}
		}
	}
	// drain reads until the server hangs up, which has to be soon.
	drain := func(conn *websocket.Conn) {
		_ = conn.SetReadDeadline(time.Now().Add(30 * time.Second))
		for {
			if _, _, err := conn.ReadMessage(); err != nil {
				if timeout, ok := errors.AsType[net.Error](err); ok && timeout.Timeout() {
					t.Error("the server kept a client that sends garbage")
				}
				return
			}
		}
	}
	post := func(query, body string) (int, string) {
		res, err := client.Post(url+"/socket.io/?transport=polling&"+query, "text/plain", strings.NewReader(body))
		if err != nil {
			return 0, err.Error()
		}
		defer res.Body.Close()
		answer, _ := io.ReadAll(res.Body)
		return res.StatusCode, string(answer)
	}

	for name, attack := range map[string]func(){
		"packets that are none": func() {
			for _, m := range []string{"4", "49", "42[", `42{"a":1}`, "42[]", "42[7]", `42["get"`, "4" + strings.Repeat("[", 2000), "x", "452-[\"a\"]", `42["disconnect"]`} {
				conn := dial(t, url, "EIO=3")
				text(conn, m, m)
				conn.Close()
			}
		},
		"bytes at random": func() {
			r := rand.New(rand.NewPCG(1, 2))
			for range 50 {
				conn := dial(t, url, fmt.Sprintf("EIO=%d", 3+r.IntN(2)))
				garbage := make([]byte, r.IntN(300))
				for i := range garbage {
					garbage[i] = byte(r.Uint32())
				}
				_ = conn.WriteMessage(1+r.IntN(2), garbage)
				_, _ = conn.NetConn().Write(garbage) // between frames
				conn.Close()
			}
		},
		"half a frame": func() {
			conn := dial(t, url, "EIO=3")
			_, _ = conn.NetConn().Write([]byte{0x81, 0xfe, 0x10, 0x00, 1, 2, 3, 4, 'x'})
			conn.NetConn().Close()
		},
		"a frame that announces more than there is memory": func() {
			conn := dial(t, url, "EIO=3")
			head := append([]byte{0x81, 0xff}, binary.BigEndian.AppendUint64(nil, 1<<62)...)
			_, _ = conn.NetConn().Write(append(head, 1, 2, 3, 4))
			drain(conn)
			conn.Close()
		},
		"a message above the limit": func() {
			conn := dial(t, url, "EIO=3")
			_ = conn.WriteMessage(websocket.TextMessage, bytes.Repeat([]byte("4"), 10_000_001))
			drain(conn)
			conn.Close()
			if status, _ := post("EIO=3&sid="+sid(t, client, url), strings.Repeat("4", 10_000_001)); status != http.StatusRequestEntityTooLarge && status != 0 {
				t.Errorf("a POST above the limit: %d", status)
			}
		},
		"sids that are not there": func() {
			for _, id := range []string{"x", "../../etc", strings.Repeat("a", 5000), "%00"} {
				if status, _ := post("EIO=3&sid="+id, "2:42"); status != http.StatusBadRequest {
					t.Errorf("sid %.20q: %d", id, status)
				}
			}
			for _, id := range []string{"x", ""} {
				res, err := client.Get(url + "/socket.io/1/websocket/" + id)
				if err != nil || res.StatusCode >= 500 {
					t.Fatalf("0.9: %v %v", res, err)
				}
				_, _ = io.Copy(io.Discard, res.Body)
				res.Body.Close()
			}
		},
		"the sid of another, and twice at once": func() {
			id := sid(t, client, url)
			var all sync.WaitGroup
			for range 4 {
				all.Go(func() {
					if res, err := client.Get(url + "/socket.io/?EIO=3&transport=polling&sid=" + id); err == nil {
						_, _ = io.Copy(io.Discard, res.Body)
						res.Body.Close()
					}
				})
			}
			all.Wait()
		},
		"upgrades again and again": func() {
			id := sid(t, client, url)
			for range 5 {
				conn, _, err := websocket.DefaultDialer.Dial("ws://"+host+"/socket.io/?EIO=3&transport=websocket&sid="+id, nil)
				if err == nil {
					text(conn, "2probe", "5", "5", "2probe")
					defer conn.Close()
				}
			}
		},
		"payloads that are none": func() {
			for _, body := range []string{"9999999:4", "-1:4", "3:42", ":", "18446744073709551616:4", "1:4" + strings.Repeat("1:4", 10000), "\x00\x09\xff4"} {
				if status, answer := post("EIO=3&sid="+sid(t, client, url), body); status >= 500 || status == 0 {
					t.Errorf("%.20q: %d %s", body, status, answer)
				}
			}
		},
		"requests that are never awaited": func() {
			conn := dial(t, url, "EIO=3")
			for i := range 3000 {
				text(conn, fmt.Sprintf(`42%d["get",{"url":"/echo/who","data":{"i":%d}}]`, i, i))
			}
			conn.Close()
		},
		"a client that never reads": func() {
			conn := dial(t, url, "EIO=3")
			_ = conn.SetWriteDeadline(time.Now().Add(2 * time.Second))
			big := strings.Repeat("x", 100_000)
			for range 200 {
				text(conn, `420["get",{"url":"/echo/who","data":{"a":"`+big+`"}}]`)
			}
			conn.Close()
		},
		"names of members that mean something": func() {
			conn := dial(t, url, "EIO=3")
			text(conn, `420["get",{"url":"/echo/who","data":{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}}]`,
				`421["__proto__"]`, `422["constructor",1]`, `423["newListener"]`, `424["get",{"url":"//\\..\\..","headers":{"__proto__":{"a":"b"},"host":["x"]}}]`)
			for range 2 {
				_, _, _ = conn.ReadMessage()
			}
			conn.Close()
		},
		"legacy packets that are none": func() {
			res, err := client.Get(url + "/socket.io/1/")
			if err != nil {
				t.Error(err)
				return
			}
			body, _ := io.ReadAll(res.Body)
			res.Body.Close()
			id, _, _ := strings.Cut(string(body), ":")
			conn, _, err := websocket.DefaultDialer.Dial("ws://"+host+"/socket.io/1/websocket/"+id, nil)
			if err != nil {
				t.Error(err)
				return
			}
			text(conn, "5:::", "5:::[]", `5:::{"name":1}`, "6:::x", "\ufffd9999\ufffd5", "9:::", ":::::", `5:1+::{"name":"get","args":[null]}`)
			conn.Close()
		},
	} {
		t.Run(name, func(t *testing.T) {
			attack()
			v.ask()
		})
	}
}

// sid is the id of a new connection that polls.
func sid(t *testing.T, client *http.Client, url string) string {
	t.Helper()
	res, err := client.Get(url + "/socket.io/?EIO=3&transport=polling&b64=1")
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	body, _ := io.ReadAll(res.Body)
	_, after, _ := strings.Cut(string(body), `"sid":"`)
	id, _, _ := strings.Cut(after, `"`)
	return id
}

// TestRequestsThatWait: more requests than may wait are turned away, those
// before them are answered.
func TestRequestsThatWait(t *testing.T) {
	url := lift(t, "testdata/shop.txtar")
	v := newVictim(t, url)
	defer v.conn.Close()
	const n = 1500
	go func() {
		for i := range n {
			if v.conn.WriteMessage(websocket.TextMessage, fmt.Appendf(nil, `42%d["get",{"url":"/echo/hold"}]`, i)) != nil {
				return
			}
		}
		_ = v.conn.WriteMessage(websocket.TextMessage, []byte(`42["get",{"url":"/echo/text"}]`))
	}()
	refused := 0
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	context.AfterFunc(ctx, func() { v.conn.Close() })
	for refused < n-64-1024-1 {
		_, text, err := v.conn.ReadMessage()
		if err != nil {
			t.Fatalf("%v, after %d were turned away", err, refused)
		}
		if strings.Contains(string(text), `"statusCode":503`) {
			refused++
		}
	}
}
