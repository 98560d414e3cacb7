package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// client is one connection.
type client struct {
	conn net.Conn
	in   *bufio.Reader
	text []byte // of the request
}

func (r *running) connect(asked request) (*client, error) {
	asked = r.of.own(asked)
	conn, err := net.Dial("tcp", r.addr)
	if err != nil {
		return nil, err
	}
	text := fmt.Sprintf("%s %s HTTP/1.1\r\nHost: %s\r\n", asked.method, asked.path, r.addr)
	if asked.body != "" {
		text += fmt.Sprintf("Content-Type: application/json\r\nContent-Length: %d\r\n", len(asked.body))
	}
	return &client{conn, bufio.NewReader(conn), []byte(text + "\r\n" + asked.body)}, nil
}

// ask sends the request and reads the answer.
func (c *client) ask() error {
	if err := c.conn.SetDeadline(time.Now().Add(30 * time.Second)); err != nil {
		return err
	}
	if _, err := c.conn.Write(c.text); err != nil {
		return err
	}
	res, err := http.ReadResponse(c.in, nil)
	if err != nil {
		return err
	}
	body, err := io.ReadAll(res.Body)
	if err != nil {
		return err
	}
	if res.StatusCode/100 != 2 {
		return fmt.Errorf("status %d: %s", res.StatusCode, body)
	}
	return nil
}

// fill makes the records that are asked for.
func (r *running) fill() error {
	create := request{createName, "POST", "/item", record}
	c, err := r.connect(create)
	if err != nil {
		return err
	}
	defer c.conn.Close() //nolint:errcheck // all was read
	for deadline := time.Now().Add(time.Minute); ; {
		// Some servers listen before they have tables.
		if err = c.ask(); err == nil {
			break
		}
		if time.Now().After(deadline) {
			return fmt.Errorf("the first record: %w\n%s", err, r.log.String())
		}
		time.Sleep(100 * time.Millisecond)
		_ = c.conn.Close()
		if c, err = r.connect(create); err != nil {
			return err
		}
	}
	for range 99 {
		if err := c.ask(); err != nil {
			return err
		}
	}
	return nil
}

// load sends requests over connections that ask again as soon as they have an answer, and
// returns how many were answered.
func (r *running) load(asked request, much amount) (int, error) {
	var left, answered atomic.Int64
	left.Store(int64(much.requests))
	var all sync.WaitGroup
	failures := make(chan error, much.connections)
	until := time.Now().Add(much.longest)
	for range much.connections {
		c, err := r.connect(asked)
		if err != nil {
			return 0, err
		}
		all.Go(func() {
			defer c.conn.Close() //nolint:errcheck // all was read
			for left.Add(-1) >= 0 && time.Now().Before(until) {
				if err := c.ask(); err != nil {
					failures <- err
					return
				}
				answered.Add(1)
			}
		})
	}
	all.Wait()
	close(failures)
	return int(answered.Load()), <-failures
}

// atRate sends requests at a fixed rate, whatever the server does, and returns how long
// after its time each was answered: a request that waits for a connection has waited too.
func (r *running) atRate(asked request, rate float64, lasting time.Duration, connections int) ([]time.Duration, error) {
	number := int(rate * lasting.Seconds())
	due := make(chan time.Time, number)
	took := make([]time.Duration, number)
	var next atomic.Int64
	var all sync.WaitGroup
	failures := make(chan error, connections)
	for range connections {
		c, err := r.connect(asked)
		if err != nil {
			return nil, err
		}
		all.Go(func() {
			defer c.conn.Close() //nolint:errcheck // all was read
			for at := range due {
				if err := c.ask(); err != nil {
					failures <- err
					return
				}
				took[next.Add(1)-1] = time.Since(at)
			}
		})
	}
	began := time.Now()
	for i := range number {
		at := began.Add(time.Duration(float64(i) / rate * float64(time.Second)))
		time.Sleep(time.Until(at))
		due <- at
	}
	close(due)
	all.Wait()
	close(failures)
	if err := <-failures; err != nil {
		return nil, err
	}
	if int(next.Load()) != number {
		return nil, errors.New("not every request was answered")
	}
	slices.Sort(took)
	return took, nil
}
