package sockettest

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/gorilla/websocket"

	"framework/engine/value"
)

// sdk is the release of sails.io.js that the client says it is.
const sdk = "1.2.1"

// Event is what the server emitted.
type Event struct {
	Name string
	Args []any
}

func (e Event) String() string {
	text := e.Name
	for _, a := range e.Args {
		text += " " + string(value.Append(nil, a))
	}
	return text
}

// Answer is the acknowledgement of a virtual request.
type Answer struct {
	Status  int
	Headers *value.Map
	Body    any // value.Undefined where there is none
}

// Client is one connection over WebSocket. Its methods are safe for concurrent
// use.
type Client struct {
	conn *websocket.Conn
	stop chan struct{}
	done chan struct{} // closed when nothing is read any more

	writing sync.Mutex
	mu      sync.Mutex
	id      string
	next    int
	waiting map[int]chan Answer
	events  []string // the arguments, as they came
	err     error
}

// Dial connects to the server at base, "http://host:port", with the headers of
// the handshake, which may be nil.
func Dial(ctx context.Context, base string, header http.Header) (*Client, error) {
	address := "ws" + strings.TrimPrefix(base, "http") + "/socket.io/?EIO=3&transport=websocket&__sails_io_sdk_platform=node&__sails_io_sdk_language=javascript&__sails_io_sdk_version=" + sdk
	conn, res, err := websocket.DefaultDialer.DialContext(ctx, address, header)
	if res != nil {
		defer func() { _ = res.Body.Close() }() // there is nothing in it
	}
	if err != nil {
		if res != nil {
			return nil, fmt.Errorf("the server refused the socket with %s: %w", res.Status, err)
		}
		return nil, err
	}
	c := &Client{conn: conn, stop: make(chan struct{}), done: make(chan struct{}), waiting: map[int]chan Answer{}}
	ready := make(chan struct{})
	go c.read(ready)
	go c.beat()
	select {
	case <-ready:
		return c, nil
	case <-c.done:
		return nil, c.failure()
	case <-ctx.Done():
		c.Close()
		return nil, ctx.Err()
	}
}

// ID is the socket's id.
func (c *Client) ID() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.id
}

// Close ends the connection and waits until it is over.
func (c *Client) Close() {
	c.mu.Lock()
	select {
	case <-c.stop:
	default:
		close(c.stop)
	}
	c.mu.Unlock()
	_ = c.conn.Close() // over in any case
	<-c.done
}

// Leave disconnects as socket.disconnect() does, and waits until the server has
// closed the connection: it does not know the socket any more then. After Close it
// may take a moment until it notices.
func (c *Client) Leave(ctx context.Context) error {
	for _, frame := range []string{"41", "1"} {
		if err := c.write(frame); err != nil {
			return err
		}
	}
	select {
	case <-c.done:
	case <-ctx.Done():
	}
	c.Close()
	return ctx.Err()
}

// beat keeps the server from giving the connection up.
func (c *Client) beat() {
	tick := time.NewTicker(20 * time.Second)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			_ = c.write("2") // read notices
		case <-c.stop:
			return
		case <-c.done:
			return
		}
	}
}

func (c *Client) write(frame string) error {
	c.writing.Lock()
	defer c.writing.Unlock()
	return c.conn.WriteMessage(websocket.TextMessage, []byte(frame))
}

func (c *Client) read(ready chan struct{}) {
	defer close(c.done)
	for {
		_, frame, err := c.conn.ReadMessage()
		if err == nil {
			err = c.take(string(frame), ready)
		}
		if err != nil {
			c.mu.Lock()
			c.err = err
			c.mu.Unlock()
			_ = c.conn.Close()
			return
		}
	}
}

// take reads one frame of the second revision of Socket.IO.
func (c *Client) take(frame string, ready chan struct{}) error {
	switch {
	case frame == "40":
		close(ready)
	case strings.HasPrefix(frame, "0"):
		v, err := value.Parse([]byte(frame[1:]))
		if err != nil {
			return err
		}
		open, _ := v.(*value.Map)
		c.mu.Lock()
		c.id, _ = open.Value("sid").(string)
		c.mu.Unlock()
	case strings.HasPrefix(frame, "42"), strings.HasPrefix(frame, "43"):
		start := strings.IndexByte(frame, '[')
		if start < 0 {
			return fmt.Errorf("a frame without arguments: %s", frame)
		}
		if frame[1] == '3' {
			args, err := list(frame[start:])
			if err != nil {
				return err
			}
			return c.acknowledged(frame[2:start], args)
		}
		c.mu.Lock()
		c.events = append(c.events, frame[start:])
		c.mu.Unlock()
	case strings.HasPrefix(frame, "41"), strings.HasPrefix(frame, "1"):
		return errors.New("the server ended the connection")
	case strings.HasPrefix(frame, "44"):
		return fmt.Errorf("the server refused the connection: %s", frame[2:])
	}
	return nil
}

func list(text string) ([]any, error) {
	v, err := value.Parse([]byte(text))
	if err != nil {
		return nil, err
	}
	args, _ := v.([]any)
	return args, nil
}

func (c *Client) acknowledged(id string, args []any) error {
	n, err := strconv.Atoi(id)
	if err != nil {
		return err
	}
	c.mu.Lock()
	answered := c.waiting[n]
	delete(c.waiting, n)
	c.mu.Unlock()
	if answered == nil {
		return fmt.Errorf("an answer to a request that waits for none: %d", n)
	}
	a := Answer{Body: value.Undefined{}}
	if len(args) > 0 {
		if m, ok := args[0].(*value.Map); ok {
			status, _ := m.Value("statusCode").(int64)
			a.Status = int(status)
			a.Headers, _ = m.Value("headers").(*value.Map)
			if body, ok := m.Get("body"); ok {
				a.Body = body
			}
		}
	}
	answered <- a
	return nil
}

// Request sends a virtual request, "GET /user?x=1" for example, with data,
// value.Undefined for none, and headers, and waits for its answer.
func (c *Client) Request(ctx context.Context, address string, data any, headers map[string]string) (Answer, error) {
	method, url, ok := strings.Cut(address, " ")
	if !ok {
		return Answer{}, fmt.Errorf("a request is METHOD and address, not %q", address)
	}
	sent := value.New(len(headers))
	for name, val := range headers {
		sent.Set(name, val)
	}
	method = strings.ToLower(method)
	frame := value.Append(nil, []any{method, value.Of("method", method, "headers", sent, "data", data, "url", url)})
	answered := make(chan Answer, 1)
	c.mu.Lock()
	n := c.next
	c.next++
	c.waiting[n] = answered
	c.mu.Unlock()
	if err := c.write("42" + strconv.Itoa(n) + string(frame)); err != nil {
		return Answer{}, err
	}
	select {
	case a := <-answered:
		return a, nil
	case <-c.done:
		return Answer{}, c.failure()
	case <-ctx.Done():
		return Answer{}, fmt.Errorf("%s was not answered: %w", address, ctx.Err())
	}
}

func (c *Client) failure() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.err == nil {
		return errors.New("the connection is closed")
	}
	return c.err
}

// Events returns what the server has emitted so far, and forgets it: everything
// that it sent before the answer to a request of this client that it received
// last.
func (c *Client) Events() ([]Event, error) {
	c.mu.Lock()
	texts := c.events
	c.events = nil
	c.mu.Unlock()
	var events []Event
	for _, text := range texts {
		args, err := list(text)
		if err != nil {
			return nil, err
		}
		if len(args) == 0 {
			return nil, fmt.Errorf("an event without a name: %s", text)
		}
		name, ok := args[0].(string)
		if !ok {
			return nil, fmt.Errorf("an event whose name is no text: %s", text)
		}
		events = append(events, Event{name, args[1:]})
	}
	return events, nil
}

// Heard is Events after everything that the server had sent this client when it
// was called: it makes a request that nothing answers, and waits for it.
func (c *Client) Heard(ctx context.Context) ([]Event, error) {
	if _, err := c.Request(ctx, "GET /__nothing_is_here", value.Undefined{}, nil); err != nil {
		return nil, err
	}
	return c.Events()
}
