package sockets_test

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"strconv"
	"strings"
	"sync"

	"framework/sockets/wire"
)

// floor is the least that a server in Go can be for the benchmarks: it answers
// what their clients say without understanding it, and writes one frame to every
// connection in a loop.
type floor struct {
	frame []byte
	mu    sync.Mutex
	conns []net.Conn
}

// serveFloor serves until its input ends.
func serveFloor(string) error {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	f := &floor{frame: wire.Text(`42["message",{"text":"` + strings.Repeat("x", benchText) + `"}]`)}
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			go f.serve(conn)
		}
	}()
	fmt.Println("http://" + listener.Addr().String())
	_, _ = io.Copy(io.Discard, os.Stdin)
	return nil
}

func (f *floor) serve(conn net.Conn) {
	r := bufio.NewReader(conn)
	for {
		req, err := http.ReadRequest(r)
		if err != nil {
			conn.Close()
			return
		}
		body := "{}"
		switch req.URL.Path {
		case "/socket.io/":
			go f.hold(conn) // with a stack of its own, and without the buffer
			return
		case "/room/fan":
			n, _ := strconv.Atoi(req.URL.Query().Get("n"))
			f.fan(n)
		case "/bench/collect":
			body = collect()
		}
		fmt.Fprintf(conn, "HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n%s", len(body), body)
	}
}

// hold says what the client waits for, and is there until it goes.
func (f *floor) hold(conn net.Conn) {
	defer conn.Close()
	buf := make([]byte, 128)
	for i, answer := range []string{"HTTP/1.1 101 Switching Protocols\r\n\r\n", string(wire.Text("40{}")), string(wire.Text("430[]"))} {
		if _, err := io.WriteString(conn, answer); err != nil {
			return
		}
		if i == 2 {
			f.mu.Lock()
			f.conns = append(f.conns, conn)
			f.mu.Unlock()
		}
		if _, err := conn.Read(buf); err != nil {
			return
		}
	}
}

func (f *floor) fan(n int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for range n {
		for _, conn := range f.conns {
			_, _ = conn.Write(f.frame) // disconnected clients do not count
		}
	}
}
