package engine_test

import (
	"bufio"
	"fmt"
	"net"
	"net/http"
	"strings"
	"testing"
)

// TestLineEndsInPaths: a wildcard of a policy does not match a line end and a
// parameter does, so a path that has one is refused, whichever way it comes.
func TestLineEndsInPaths(t *testing.T) {
	for _, release := range releases {
		t.Run(release, func(t *testing.T) {
			c := reaching(t, release, "{}", "{ actions: true }", "eve")
			for _, end := range []string{"\n", "\r", "\r\n", "\u2028", "\u2029"} {
				for _, path := range []string{"/user/" + end, "/user/1" + end + "?x=1", end + "/user", "/user" + end + "/1"} {
					if status, body := c.ask("eve", "GET "+path, nil); status != http.StatusBadRequest {
						t.Errorf("socket %q: %d %s", path, status, body)
					}
					if strings.Contains(end, "\n") {
						continue // ends the line of the request itself
					}
					if status := asWritten(t, c.base, path); status != http.StatusBadRequest {
						t.Errorf("HTTP %q: %d", path, status)
					}
				}
			}
			// Behind the question mark, or escaped, it is text like any other.
			for _, path := range []string{"/user?name=a\u2028b", "/user?name=a%0Ab", "/tag/%0A1"} {
				for _, who := range []string{"", "eve"} {
					if status, body := c.ask(who, "GET "+path, nil); status == http.StatusBadRequest && strings.Contains(body, "line end") {
						t.Errorf("%q %q: %d %s", who, path, status, body)
					}
				}
			}
		})
	}
}

// asWritten asks for a path as it is written, which no client does.
func asWritten(t *testing.T, base, path string) (status int) {
	t.Helper()
	conn, err := net.Dial("tcp", strings.TrimPrefix(base, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close() }()
	if _, err := fmt.Fprintf(conn, "GET %s HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", path); err != nil {
		t.Fatal(err)
	}
	res, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = res.Body.Close() }()
	return res.StatusCode
}
