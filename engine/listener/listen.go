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
}

func (e *ListenError) Error() string {
	return fmt.Sprintf("cannot listen on %s: %v (is another server running? choose another port with --port)", e.Addr, e.Err)
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
		return nil, &ListenError{addr, err}
	}
	return ln, nil
}
