package main_test

import (
	"fmt"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// pollers are how clients that poll talk to a server.
var pollers = []struct {
	name          string
	shake         string // the path of the first request
	before, after string // what its answer has around the id of the client
	path          string // with that id
	first         bool   // the client is there with its first poll
	open, ask     string // what is sent
	closing       string // the packet that closes the connection, with the last answer
}{
	{
		name: "Engine.IO 3", shake: "/socket.io/?EIO=3&transport=polling&nosession=true", before: `"sid":"`, after: `"`,
		path: "/socket.io/?EIO=3&transport=polling&sid=%s", ask: `46:420["get",{"url":"/wait/slow","method":"get"}]`, closing: "1:1",
	},
	{
		name: "Engine.IO 4", shake: "/socket.io/?EIO=4&transport=polling&nosession=true", before: `"sid":"`, after: `"`,
		path: "/socket.io/?EIO=4&transport=polling&sid=%s", open: "40", ask: `420["get",{"url":"/wait/slow","method":"get"}]`, closing: "1",
	},
	{
		name: "0.9", shake: "/socket.io/1/?nosession=true", after: ":", path: "/socket.io/1/xhr-polling/%s", first: true,
		ask: `5:1+::{"name":"get","args":[{"url":"/wait/slow","method":"get"}]}`,
	},
}

// TestStopWaitsForPolls of clients that are between two of them when the server
// stops: each fetches its answer. Clients of Engine.IO also get a close packet;
// those of 0.9 would not reconnect after one.
func TestStopWaitsForPolls(t *testing.T) {
	const each = 10
	s := lift(t, build(t), project(t, stopping), "production")
	type client struct{ name, path, closing string }
	var clients []client
	for _, p := range pollers {
		for range each {
			status, body := s.ask("GET", p.shake, "")
			_, rest, _ := strings.Cut(body, p.before)
			id, _, _ := strings.Cut(rest, p.after)
			if status != 200 || id == "" {
				t.Fatalf("%s: no handshake: %d %s", p.name, status, body)
			}
			path := fmt.Sprintf(p.path, id)
			if p.first {
				if status, body := s.ask("GET", path, ""); status != 200 {
					t.Fatalf("%s: the first poll: %d %s", p.name, status, body)
				}
			}
			for _, text := range []string{p.open, p.ask} {
				if text == "" {
					continue
				}
				if status, body := s.ask("POST", path, text, "Content-Type", "text/plain;charset=UTF-8"); status != 200 {
					t.Fatalf("%s: sending %s: %d %s", p.name, text, status, body)
				}
			}
			clients = append(clients, client{p.name, path, p.closing})
		}
	}
	for end := time.Now().Add(time.Minute); strings.Count(s.log.String(), "slow begins") < len(clients); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("not all have asked")
		}
	}
	if err := s.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	var all sync.WaitGroup
	for _, c := range clients {
		all.Go(func() {
			got := ""
			for !strings.Contains(got, "answered") || !strings.HasSuffix(got, c.closing) {
				status, body := s.ask("GET", c.path, "")
				if got += body; status != 200 || len(got) > 1<<16 {
					t.Errorf("%s: the poll ends with %d after %.300s", c.name, status, got)
					return
				}
			}
		})
	}
	all.Wait()
	if err := s.end(); err != nil {
		t.Errorf("ended with %v", err)
	}
}
