package listener

import (
	"context"
	"errors"
	"fmt"
	"net"
	"strconv"
	"syscall"
	"time"
)

// ListenError says that the server's address cannot be listened on.
type ListenError struct {
	Addr string
	Err  error
	// Owner is the program that has the port, "" if that is not known; Free is a port
	// near it that is free, 0 if there is none.
	Owner string
	Free  int
}

func (e *ListenError) Error() string {
	if !errors.Is(e.Err, syscall.EADDRINUSE) {
		return fmt.Sprintf("cannot listen on %s: %v (choose another address with --host, or another port with --port)", e.Addr, e.Err)
	}
	by := e.Owner
	if by == "" {
		by = "another program"
	}
	other := "choose another port with --port"
	if e.Free > 0 {
		other = fmt.Sprintf("choose another port: --port %d is free", e.Free)
	}
	return fmt.Sprintf("cannot listen on %s: %s has that port (stop it, or %s)", e.Addr, by, other)
}

func (e *ListenError) Unwrap() error { return e.Err }

// Setting is what the error is about, where another server has the port.
func (e *ListenError) Setting() string {
	if errors.Is(e.Err, syscall.EADDRINUSE) {
		return "port"
	}
	return ""
}

// Listen opens a port; the error is a *ListenError.
func Listen(ctx context.Context, host string, port int) (net.Listener, error) {
	addr := net.JoinHostPort(host, strconv.Itoa(port))
	var lc net.ListenConfig
	ln, err := lc.Listen(ctx, "tcp", addr)
	if err != nil {
		if errors.Is(err, syscall.EADDRINUSE) {
			return nil, taken(ctx, host, port, err)
		}
		return nil, &ListenError{Addr: addr, Err: err}
	}
	return ln, nil
}

// Probe returns the *ListenError that Listen would return because a program of this
// machine has the port, before there is anything to serve. It connects: a port that was
// opened to find out would for a moment accept clients that wait for the server. What it
// does not find, Listen does.
func Probe(ctx context.Context, host string, port int) error {
	if port == 0 {
		return nil
	}
	if !answers(ctx, host, port) {
		return nil
	}
	return taken(ctx, host, port, syscall.EADDRINUSE)
}

// answers reports whether a program of this machine accepts connections on a port.
func answers(ctx context.Context, host string, port int) bool {
	if ip := net.ParseIP(host); host == "" || ip != nil && ip.IsUnspecified() {
		host = "localhost"
	}
	d := net.Dialer{Timeout: probeTime}
	c, err := d.DialContext(ctx, "tcp", net.JoinHostPort(host, strconv.Itoa(port)))
	if err != nil {
		return false
	}
	defer func() { _ = c.Close() }() // nothing was sent
	// A connection may be with itself, if the system chooses this port for its own end.
	return c.LocalAddr().String() != c.RemoteAddr().String()
}

// probeTime is how long a program may take to accept the connection of Probe.
const probeTime = time.Second

// taken is the error of a port that another program has.
func taken(ctx context.Context, host string, port int, why error) *ListenError {
	return &ListenError{Addr: net.JoinHostPort(host, strconv.Itoa(port)), Err: why, Owner: owner(port), Free: free(ctx, host, port)}
}

// ports is how many ports are tried to find one that is free.
const ports = 20

// free is the first port above one on which nobody answers, 0 for none.
func free(ctx context.Context, host string, port int) int {
	for p := port + 1; p <= min(port+ports, 65535); p++ {
		if !answers(ctx, host, p) {
			return p
		}
	}
	return 0
}
