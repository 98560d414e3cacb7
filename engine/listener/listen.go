package listener

import (
	"context"
	"errors"
	"fmt"
	"net"
	"strconv"
	"syscall"
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
		failed := &ListenError{Addr: addr, Err: err}
		if errors.Is(err, syscall.EADDRINUSE) {
			failed.Owner, failed.Free = owner(port), free(ctx, host, port)
		}
		return nil, failed
	}
	return ln, nil
}

// Probe returns the *ListenError that Listen would return, before there is anything to
// serve; a port that is taken later is found by Listen.
func Probe(ctx context.Context, host string, port int) error {
	if port == 0 {
		return nil
	}
	ln, err := Listen(ctx, host, port)
	if err != nil {
		return err
	}
	return ln.Close()
}

// ports is how many ports are tried to find one that is free.
const ports = 20

// free is the first port above one that can be listened on, 0 for none.
func free(ctx context.Context, host string, port int) int {
	var lc net.ListenConfig
	for p := port + 1; p <= min(port+ports, 65535); p++ {
		ln, err := lc.Listen(ctx, "tcp", net.JoinHostPort(host, strconv.Itoa(p)))
		if err == nil {
			_ = ln.Close() // nobody has connected
			return p
		}
	}
	return 0
}
