package engineio

import (
	"errors"
	"io"
	"mime"
	"net/http"
	"strconv"
	"time"

	"framework/engine/budget"
	"framework/sockets/wire"
)

// probedPoll is how long a poll is kept during an upgrade. The client waits for
// its end; but one that does not know yet that the WebSocket works would poll
// without pause if it were none at all.
const probedPoll = 50 * time.Millisecond

// servePoll answers a GET: at once with what is queued, else when there is
// something, or when an upgrade or the end of the connection releases it.
func (c *Conn) servePoll(w http.ResponseWriter, r *http.Request) *Refusal {
	c.mu.Lock()
	switch {
	case c.socket != nil:
		c.mu.Unlock()
		return refuse(codeRequest, "Bad request")
	case c.poll != nil:
		c.mu.Unlock()
		c.shut(closing{reason: TransportError, err: errors.New("the client polls twice at once")})
		return refuse(codeRequest, "Bad request")
	}
	poll := make(chan struct{}, 1)
	c.poll = poll
	if len(c.queue) > 0 || c.closed {
		c.wake()
	}
	var release <-chan time.Time
	if c.probed {
		release = time.After(probedPoll)
	}
	c.mu.Unlock()

	gone := false
	select {
	case <-poll:
	case <-release:
	case <-r.Context().Done():
		gone = true
	}
	c.mu.Lock()
	messages, closed := c.queue, c.closed
	c.poll, c.queue, c.queued = nil, nil, 0
	if c.socket != nil { // the client finished an upgrade without waiting for its poll
		c.mu.Unlock()
		return refuse(codeRequest, "Bad request")
	}
	if closed {
		messages = append(messages, c.final)
	} else if len(messages) == 0 {
		messages = append(messages, noopPacket)
	}
	c.mu.Unlock()
	if closed {
		c.server.register.Remove(c.id) // if it lingered
	}
	if gone {
		c.shut(closing{reason: TransportClose, err: errors.New("the client left its poll")})
		return nil
	}
	c.answerPoll(w, r, messages)
	return nil
}

func (c *Conn) answerPoll(w http.ResponseWriter, r *http.Request, messages []*Message) {
	query := r.URL.Query()
	script := query.Has("j")
	answer := c.form
	if script {
		answer = textForm
	}
	body, isBinary := encodePayload(messages, c.revision, answer, c.settings.ASCII)
	contentType := "text/plain; charset=UTF-8"
	switch {
	case script:
		index, _ := strconv.Atoi(query.Get("j")) // the index of a list of the client; garbage is 0
		var err error
		if body, err = wrapScript(index, body); err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		contentType = "text/javascript; charset=UTF-8"
	case isBinary:
		contentType = octets
	}
	h := w.Header()
	h.Set("Content-Type", contentType)
	h.Set("Cache-Control", "no-store")
	h.Set("X-Content-Type-Options", "nosniff")
	_, _ = w.Write(body)
}

// octets is the content type of the binary payloads of revision 3.
const octets = "application/octet-stream"

// servePost takes the packets of a POST.
func (c *Conn) servePost(w http.ResponseWriter, r *http.Request) *Refusal {
	c.mu.Lock()
	switch {
	case c.socket != nil || c.closed:
		c.mu.Unlock()
		return refuse(codeRequest, "Bad request")
	case c.posting:
		c.mu.Unlock()
		c.shut(closing{reason: TransportError, err: errors.New("the client sends twice at once")})
		return refuse(codeRequest, "Bad request")
	}
	c.posting = true
	c.mu.Unlock()
	defer func() {
		c.mu.Lock()
		c.posting = false
		c.mu.Unlock()
	}()

	body, err := c.settings.Receiving.ReadAll(http.MaxBytesReader(w, r.Body, c.settings.MaxPayload), -1)
	if errors.Is(err, budget.ErrSpent) {
		w.Header().Set("Connection", "close") // what still comes is not read
		w.Header().Set("Retry-After", "1")
		return &Refusal{Status: http.StatusServiceUnavailable, Code: codeRequest, Message: err.Error()}
	}
	if err != nil {
		c.shut(closing{reason: TransportError, err: err})
		if _, ok := errors.AsType[*http.MaxBytesError](err); ok {
			return &Refusal{Status: http.StatusRequestEntityTooLarge, Code: codeRequest, Message: wire.ErrTooBig.Error()}
		}
		return refuse(codeRequest, "Bad request")
	}
	packets, err := c.decodePost(r, body)
	if err != nil {
		c.shut(closing{reason: ParseError, err: err})
		return refuse(codeRequest, "Bad request")
	}
	for _, p := range packets {
		c.receive(p)
	}
	w.Header().Set("Content-Type", "text/html")
	_, _ = io.WriteString(w, "ok")
	return nil
}

func (c *Conn) decodePost(r *http.Request, body []byte) ([]Packet, error) {
	contentType, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	isBinary := err == nil && contentType == octets
	if r.URL.Query().Has("j") {
		if body, err = unwrapForm(body); err != nil {
			return nil, err
		}
		isBinary = false
	}
	return DecodePayload(body, c.revision, isBinary)
}
