package outages_test

import (
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"framework/cmd/framework/programtest"
)

// TestStopWaitsForPolls of clients that are between two of them when the server
// stops: each fetches its answer. Clients of Engine.IO also get a close packet;
// those of 0.9 would not reconnect after one.
func TestStopWaitsForPolls(t *testing.T) {
	const each = 10
	s := programtest.Lift(t, programtest.Path(t), programtest.Project(t, stopping), "production")
	type client struct{ name, path, closing string }
	var clients []client
	for _, p := range programtest.Pollers() {
		for range each {
			path, err := p.Connect(s.Ask)
			if err != nil {
				t.Fatal(err)
			}
			for _, text := range []string{p.Open, p.Ask} {
				if text == "" {
					continue
				}
				if status, body := s.Ask("POST", path, text, "Content-Type", "text/plain;charset=UTF-8"); status != 200 {
					t.Fatalf("%s: sending %s: %d %s", p.Name, text, status, body)
				}
			}
			clients = append(clients, client{p.Name, path, p.Closing})
		}
	}
	for end := time.Now().Add(time.Minute); strings.Count(s.Log.String(), "slow begins") < len(clients); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("not all have asked")
		}
	}
	if err := s.Cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	var all sync.WaitGroup
	for _, c := range clients {
		all.Go(func() {
			got := ""
			for !strings.Contains(got, "answered") || !strings.HasSuffix(got, c.closing) {
				status, body := s.Ask("GET", c.path, "")
				if got += body; status != 200 || len(got) > 1<<16 {
					t.Errorf("%s: the poll ends with %d after %.300s", c.name, status, got)
					return
				}
			}
		})
	}
	all.Wait()
	if err := end(s); err != nil {
		t.Errorf("ended with %v", err)
	}
}
