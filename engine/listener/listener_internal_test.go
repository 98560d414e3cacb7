package listener

import (
	"bytes"
	"errors"
	"log/slog"
	"net"
	"strings"
	"syscall"
	"testing"
	"time"
)

// Accepting that fails again and again is logged once in a while.
func TestAcceptingFails(t *testing.T) {
	var log bytes.Buffer
	now := time.Unix(1000, 0)
	l := New(nil, slog.New(slog.NewTextHandler(&log, nil)), func() time.Time { return now })
	full := &net.OpError{Op: "accept", Err: syscall.EMFILE}
	for range 100 {
		l.logFailure(full)
	}
	l.logFailure(errors.New("the listener was closed"))
	if n := strings.Count(log.String(), "\n"); n != 1 || !strings.Contains(log.String(), "too many open files") {
		t.Errorf("got\n%s", &log)
	}
	now = now.Add(failureInterval)
	l.logFailure(full)
	if !strings.Contains(log.String(), "times=100") || strings.Count(log.String(), "\n") != 2 {
		t.Errorf("got\n%s", &log)
	}
}
