package listener_test

import (
	"errors"
	"fmt"
	"net"
	"os"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"framework/engine/listener"
	"framework/engine/testenv"
)

func TestTakenPort(t *testing.T) {
	t.Parallel()
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = taken.Close() }()
	port := taken.Addr().(*net.TCPAddr).Port
	err = listener.Probe(t.Context(), "127.0.0.1", port)
	failed, ok := errors.AsType[*listener.ListenError](err)
	if !ok || failed.Setting() != "port" || failed.Free <= port || !strings.Contains(err.Error(), fmt.Sprintf("--port %d is free", failed.Free)) {
		t.Fatalf("got %v", err)
	}
	if who := fmt.Sprintf("(process %d) has that port", os.Getpid()); runtime.GOOS == "linux" && !strings.Contains(err.Error(), who) {
		t.Errorf("%q does not name %s", err, who)
	}
	if err := listener.Probe(t.Context(), "127.0.0.1", 0); err != nil {
		t.Errorf("any port: %v", err)
	}
	if _, err := listener.Listen(t.Context(), "192.0.2.1", 80); err == nil || !strings.Contains(err.Error(), "choose another address") {
		t.Errorf("an address of another machine: %v", err)
	}
}

// TestProbeAcceptsNobody: clients that wait for the server do not take a probe for it.
func TestProbeAcceptsNobody(t *testing.T) {
	t.Parallel()
	port, err := strconv.Atoi(testenv.FreePort(t))
	if err != nil {
		t.Fatal(err)
	}
	addr := net.JoinHostPort("127.0.0.1", strconv.Itoa(port))
	done := make(chan struct{})
	waiting := make(chan bool)
	go func() {
		connected := false
		for {
			select {
			case <-done:
				waiting <- connected
				return
			default:
			}
			if c, err := net.Dial("tcp", addr); err == nil {
				connected = true
				_ = c.Close()
			}
		}
	}()
	for range 500 {
		if err := listener.Probe(t.Context(), "127.0.0.1", port); err != nil {
			t.Errorf("a free port: %v", err)
			break
		}
	}
	close(done)
	if <-waiting {
		t.Error("a probe has accepted a client")
	}
}
