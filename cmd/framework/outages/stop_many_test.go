package outages_test

import (
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"framework/cmd/framework/programtest"

	"github.com/gorilla/websocket"
)

// speeches are what clients of several ages send, by the path they connect to.
// "ID" stands for the name that a handshake gives to one of 0.9.
var speeches = map[string][]string{
	"/socket.io/?EIO=3&transport=websocket&nosession=true": {`420["get",{"url":"/wait/slow","method":"get"}]`},
	"/socket.io/?EIO=4&transport=websocket&nosession=true": {"40", `420["get",{"url":"/wait/slow","method":"get"}]`},
	"/socket.io/1/websocket/ID":                            {`5:1+::{"name":"get","args":[{"url":"/wait/slow","method":"get"}]}`},
}

// speak connects a client and sends its messages.
func speak(s *programtest.Server, path string, messages []string) (*websocket.Conn, error) {
	if strings.Contains(path, "ID") {
		_, body := s.Ask("GET", "/socket.io/1/?nosession=true", "")
		id, _, _ := strings.Cut(body, ":")
		path = strings.Replace(path, "ID", id, 1)
	}
	c, _, err := websocket.DefaultDialer.Dial("ws://"+s.Addr+path, nil)
	if err != nil {
		return nil, err
	}
	for _, m := range messages {
		if err := c.WriteMessage(websocket.TextMessage, []byte(m)); err != nil {
			return nil, err
		}
	}
	return c, nil
}

// TestStopNotifiesManyClients, of every age, when they have their answers.
func TestStopNotifiesManyClients(t *testing.T) {
	const each = 20
	s := programtest.Lift(t, programtest.Path(t), programtest.Project(t, stopping), "production")
	var all sync.WaitGroup
	for path, messages := range speeches {
		for range each {
			c, err := speak(s, path, messages)
			if err != nil {
				t.Fatalf("%s: %v", path, err)
			}
			all.Go(func() {
				defer func() { _ = c.Close() }() // the server does
				var got strings.Builder
				for {
					_ = c.SetReadDeadline(time.Now().Add(time.Minute)) // else the read fails
					_, message, err := c.ReadMessage()
					if err == nil {
						got.Write(message)
						continue
					}
					if !websocket.IsCloseError(err, websocket.CloseGoingAway) || !strings.Contains(got.String(), "answered") {
						t.Errorf("%s: ended with %v after %s", path, err, got.String())
					}
					return
				}
			})
		}
	}
	for end := time.Now().Add(time.Minute); strings.Count(s.Log.String(), "slow begins") < each*len(speeches); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("not all have asked")
		}
	}
	if err := s.Cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	all.Wait()
	if err := end(s); err != nil {
		t.Errorf("ended with %v", err)
	}
}
