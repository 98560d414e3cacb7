package inspector_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"sync"
	"testing"

	"github.com/gorilla/websocket"

	"framework/engine/inspector"
	"framework/engine/testenv"
	"framework/jsapi/debug/protocol"
)

func listen(t *testing.T, address string) (*inspector.Inspector, *lines) {
	t.Helper()
	said := new(lines)
	i, err := inspector.Listen(t.Context(), protocol.NewTarget("test", func(string) bool { return true }), inspector.Options{
		Address: address, Title: "shop", URL: "file:///shop", Version: "1.2.3", Say: said.add,
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = i.Close() })
	return i, said
}

type lines struct {
	mu   sync.Mutex
	list []string
}

func (l *lines) add(line string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.list = append(l.list, line)
}

func (l *lines) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return strings.Join(l.list, "\n")
}

// get asks for a path under the name of a host.
func get(t *testing.T, i *inspector.Inspector, host, path string) *http.Response {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://"+i.Addr().String()+path, nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Host = host
	res, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = res.Body.Close() })
	return res
}

func TestClientsFindTheTarget(t *testing.T) {
	testenv.Slow(t)
	i, said := listen(t, "127.0.0.1:0")
	if got := said.String(); got != "Debugger listening on "+i.URL() {
		t.Errorf("it says %q", got)
	}
	for _, path := range []string{"/json", "/json/list"} {
		var list []map[string]string
		if err := json.NewDecoder(get(t, i, i.Addr().String(), path).Body).Decode(&list); err != nil {
			t.Fatal(err)
		}
		if len(list) != 1 || list[0]["webSocketDebuggerUrl"] != i.URL() || list[0]["type"] != "node" || list[0]["title"] != "shop" {
			t.Errorf("%s lists %v", path, list)
		}
	}
	var version map[string]string
	if err := json.NewDecoder(get(t, i, "localhost", "/json/version").Body).Decode(&version); err != nil {
		t.Fatal(err)
	}
	if version["Protocol-Version"] != "1.1" || version["Browser"] != "framework/1.2.3" {
		t.Errorf("the version is %v", version)
	}
	conn, _, err := websocket.DefaultDialer.DialContext(t.Context(), i.URL(), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	if err := conn.WriteMessage(websocket.TextMessage, []byte(`{"id":3,"method":"Runtime.getIsolateId"}`)); err != nil {
		t.Fatal(err)
	}
	if _, text, err := conn.ReadMessage(); err != nil || !strings.Contains(string(text), `"id":3`) {
		t.Errorf("the answer is %s, %v", text, err)
	}
	if err := i.Close(); err != nil {
		t.Fatal(err)
	}
	if _, _, err := conn.ReadMessage(); !websocket.IsCloseError(err, websocket.CloseGoingAway) {
		t.Errorf("a client is not disconnected in order: %v", err)
	}
}

// TestWhatWaitsIsSentAtTheEnd: a program that ends has clients get what it has written.
func TestWhatWaitsIsSentAtTheEnd(t *testing.T) {
	testenv.Slow(t)
	target := protocol.NewTarget("test", func(string) bool { return true })
	i, err := inspector.Listen(t.Context(), target, inspector.Options{Address: "127.0.0.1:0", Say: func(string) {}})
	if err != nil {
		t.Fatal(err)
	}
	conn, _, err := websocket.DefaultDialer.DialContext(t.Context(), i.URL(), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	const asked = 200
	for range asked {
		if err := conn.WriteMessage(websocket.TextMessage, []byte(`{"id":1,"method":"Runtime.getIsolateId"}`)); err != nil {
			t.Fatal(err)
		}
	}
	if err := conn.WriteMessage(websocket.TextMessage, []byte(`{"id":2,"method":"Runtime.runIfWaitingForDebugger"}`)); err != nil {
		t.Fatal(err)
	}
	if err := target.WaitForClient(t.Context()); err != nil { // all requests before it were answered
		t.Fatal(err)
	}
	if err := i.Close(); err != nil {
		t.Fatal(err)
	}
	got := 0
	for {
		if _, _, err := conn.ReadMessage(); err != nil {
			break
		}
		got++
	}
	if got < asked {
		t.Errorf("%d of %d answers have come", got, asked)
	}
}

func TestWhoMayAsk(t *testing.T) {
	i, _ := listen(t, "localhost:0")
	for host, want := range map[string]int{
		"127.0.0.1:9229": 200, "localhost": 200, "LOCALHOST:1": 200, "localhost6": 200, "[::1]:9229": 200, "10.1.2.3": 200,
		"attacker.example": 403, "127.0.0.1.attacker.example:9229": 403, "localhost.attacker.example": 403,
	} {
		if got := get(t, i, host, "/json"); got.StatusCode != want {
			t.Errorf("%s gets %d", host, got.StatusCode)
		}
	}
	if got := get(t, i, "localhost", "/00000000-0000-4000-8000-000000000000"); got.StatusCode != http.StatusBadRequest {
		t.Errorf("another path gives %d", got.StatusCode)
	}
}

func TestAnOpenAddressIsWarnedOf(t *testing.T) {
	_, said := listen(t, "0.0.0.0:0")
	if !strings.Contains(said.String(), "can run code in this process") {
		t.Errorf("it says %q", said)
	}
}
