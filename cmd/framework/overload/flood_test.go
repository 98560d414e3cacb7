package overload_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"sync"
	"time"
)

// flood asks at a rate over so many connections, whether answers come or not, for
// little processor time of its own: requests are texts that are sent as they are.
// A request that is due while its connection still waits is sent when that is
// answered; its time counts from when it was due all the same. Without a rate each
// connection asks again as soon as it was answered.
type flood struct {
	addr        string
	requests    []string // in turns
	rate        float64
	connections int
}

// get and post are such texts.
func get(addr, path string) string {
	return fmt.Sprintf("GET %s HTTP/1.1\r\nHost: %s\r\n\r\n", path, addr)
}

func post(addr, path, body string) string {
	return fmt.Sprintf("POST %s HTTP/1.1\r\nHost: %s\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s", path, addr, len(body), body)
}

// run asks until ctx ends, and waits for the answers.
func (f flood) run(ctx context.Context) *answers {
	out := new(answers)
	var wg sync.WaitGroup
	started := time.Now()
	if f.rate > 0 {
		started = started.Add(time.Second) // the connections are made by then
	}
	for k := range f.connections {
		wg.Go(func() {
			c := &flooder{addr: f.addr}
			defer c.close()
			if err := c.dial(); err != nil {
				out.note(0, 0, "", err)
			}
			for n := k; ; n += f.connections {
				due := time.Now()
				if f.rate > 0 {
					due = started.Add(time.Duration(float64(n) / f.rate * float64(time.Second)))
				}
				select {
				case <-ctx.Done():
					return
				case <-time.After(time.Until(due)):
				}
				out.delayed(time.Since(due))
				status, retry, err := c.ask(f.requests[n%len(f.requests)])
				out.note(status, time.Since(due), retry, err)
			}
		})
	}
	wg.Wait()
	return out
}

// flooder is one connection of a flood.
type flooder struct {
	addr string
	conn net.Conn
	in   *bufio.Reader
}

func (c *flooder) dial() (err error) {
	if c.conn, err = net.DialTimeout("tcp", c.addr, time.Minute); err != nil {
		c.conn = nil
		return err
	}
	c.in = bufio.NewReader(c.conn)
	return nil
}

func (c *flooder) close() {
	if c.conn != nil {
		c.conn.Close()
		c.conn = nil
	}
}

func (c *flooder) ask(request string) (status int, retry string, err error) {
	if c.conn == nil {
		if err := c.dial(); err != nil {
			return 0, "", err
		}
	}
	_ = c.conn.SetDeadline(time.Now().Add(time.Minute)) // the exchange fails where it does
	if _, err := io.WriteString(c.conn, request); err != nil {
		c.close()
		return 0, "", err
	}
	res, err := http.ReadResponse(c.in, nil)
	if err != nil {
		c.close()
		return 0, "", err
	}
	_, err = io.Copy(io.Discard, res.Body)
	res.Body.Close()
	if err != nil || res.Close {
		c.close()
	}
	return res.StatusCode, res.Header.Get("Retry-After"), err
}
