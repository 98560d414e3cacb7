package h2

import (
	"errors"
	"io"
	"strconv"
	"time"

	"golang.org/x/net/http2"
	"golang.org/x/net/http2/hpack"
)

// streamSize is about how much memory a stream takes by itself.
const streamSize = 1 << 10

// read reads frames until the connection fails, and returns why.
func (c *Conn) read() error {
	if c.opts.Server {
		preface := make([]byte, len(http2.ClientPreface))
		if _, err := io.ReadFull(c.in, preface); err != nil {
			return err
		}
		if string(preface) != http2.ClientPreface {
			return Error(http2.ErrCodeProtocol)
		}
	}
	for first := true; ; first = false {
		f, err := c.framer.ReadFrame()
		if err == nil && first {
			if s, ok := f.(*http2.SettingsFrame); !ok || s.IsAck() {
				return Error(http2.ErrCodeProtocol)
			}
		}
		if c.ended() {
			if _, wrong := errors.AsType[http2.StreamError](err); err == nil || wrong {
				continue // the other side does not know it yet
			}
			return err
		}
		if err == nil {
			err = c.frame(f)
		}
		if bad, ok := errors.AsType[http2.StreamError](err); ok {
			err = c.wrong(bad.StreamID, bad.Code)
		}
		if errors.Is(err, http2.ErrFrameTooLarge) {
			err = Error(http2.ErrCodeFrameSize)
		}
		if e, ok := errors.AsType[http2.ConnectionError](err); ok {
			err = Error(e)
		}
		if err != nil {
			return err
		}
	}
}

// wrong ends a stream because of a mistake of the other side.
func (c *Conn) wrong(id uint32, code http2.ErrCode) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.invalid++; c.invalid > c.opts.MaxInvalid {
		return errCalm
	}
	if id > c.lastID && c.remote(id) {
		c.lastID = id
	}
	if !c.out.reply(func(f *frames) error { return f.WriteRSTStream(id, code) }) {
		return errCalm
	}
	if s := c.streams[id]; s != nil {
		s.drop(ErrReset(code))
		c.handler.Gone(s, code)
	}
	return nil
}

// remote reports whether a number is one of streams of the other side.
func (c *Conn) remote(id uint32) bool { return id%2 == 1 == c.opts.Server }

func (c *Conn) frame(f http2.Frame) error {
	switch f := f.(type) {
	case *http2.MetaHeadersFrame:
		return c.headers(f)
	case *http2.DataFrame:
		return c.data(f)
	case *http2.RSTStreamFrame:
		return c.reset(f)
	case *http2.WindowUpdateFrame:
		return c.window(f)
	case *http2.SettingsFrame:
		return c.settings(f)
	case *http2.PushPromiseFrame:
		return c.promise(f)
	case *http2.PingFrame:
		if f.IsAck() {
			c.handler.PingAcked(f.Data)
			return nil
		}
		data := f.Data
		if !c.out.reply(func(f *frames) error { return f.WritePing(true, data) }) {
			return errCalm
		}
		c.handler.Ping(data)
	case *http2.GoAwayFrame:
		c.away(f)
	case *http2.UnknownFrame:
		c.handler.Extension(uint8(f.Type), f.StreamID, append([]byte(nil), f.Payload()...))
	}
	return nil
}

func size(fields []hpack.HeaderField) int64 {
	n := int64(0)
	for _, f := range fields {
		n += int64(f.Size())
	}
	return n
}

func (c *Conn) headers(f *http2.MetaHeadersFrame) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	id, end := f.StreamID, f.StreamEnded()
	s := c.streams[id]
	fields := append([]hpack.HeaderField(nil), f.Fields...)
	if forbidden(fields) || s == nil && c.opts.Server && !complete(f) {
		return http2.StreamError{StreamID: id, Code: http2.ErrCodeProtocol}
	}
	tooMany := f.Truncated || len(fields) > c.opts.MaxHeaderPairs
	if s == nil {
		return c.begin(f, fields, tooMany)
	}
	switch {
	case tooMany:
		return http2.StreamError{StreamID: id, Code: http2.ErrCodeEnhanceYourCalm}
	case s.gotEnd:
		return http2.StreamError{StreamID: id, Code: http2.ErrCodeStreamClosed}
	case s.theirs && !end && f.PseudoValue("status") == "":
		return http2.StreamError{StreamID: id, Code: http2.ErrCodeProtocol} // trailers are the end
	}
	if status := f.PseudoValue("status"); len(status) > 0 && status[0] != '1' {
		s.theirs = true
		s.announce(f, status)
	}
	if end {
		if err := s.complete(); err != nil {
			return err
		}
	}
	c.handler.Headers(s, fields, end)
	if end {
		s.settle()
	}
	return nil
}

// forbidden reports whether there are headers that only HTTP/1 has.
func forbidden(fields []hpack.HeaderField) bool {
	for _, f := range fields {
		switch f.Name {
		case "connection", "keep-alive", "proxy-connection", "transfer-encoding", "upgrade":
			return true
		case "te":
			if f.Value != "trailers" {
				return true
			}
		}
	}
	return false
}

// complete reports whether a request has the pseudo-headers that it needs.
func complete(f *http2.MetaHeadersFrame) bool {
	method := f.PseudoValue("method")
	if method == "CONNECT" && f.PseudoValue("protocol") == "" {
		return f.PseudoValue("authority") != ""
	}
	return method != "" && f.PseudoValue("scheme") != "" && f.PseudoValue("path") != ""
}

// begin is a stream of the other side.
func (c *Conn) begin(f *http2.MetaHeadersFrame, fields []hpack.HeaderField, tooMany bool) error {
	id, end := f.StreamID, f.StreamEnded()
	if !c.opts.Server || !c.remote(id) || id <= c.lastID {
		// A stream that this side has given up.
		if c.invalid++; c.invalid > c.opts.MaxInvalid || !c.known(id) {
			return Error(http2.ErrCodeProtocol)
		}
		return nil
	}
	c.lastID = id
	refuse := http2.ErrCodeNo
	switch {
	case c.goneAway:
		refuse = http2.ErrCodeRefusedStream
	case tooMany, c.memory+streamSize+size(fields) > c.opts.MaxMemory:
		refuse = http2.ErrCodeEnhanceYourCalm
	case int64(c.theirs) >= c.recvStreams:
		refuse = http2.ErrCodeRefusedStream
	}
	if refuse != http2.ErrCodeNo {
		if c.rejected++; c.rejected > c.opts.MaxRejected || !c.out.reply(func(f *frames) error { return f.WriteRSTStream(id, refuse) }) {
			return errCalm
		}
		return nil
	}
	s := c.newStream(id, false)
	s.ready, s.counted, s.theirs = true, true, true
	c.theirs++
	c.memory += streamSize
	s.announce(f, "")
	if end {
		if err := s.complete(); err != nil {
			return err
		}
	}
	c.handler.Opened(s, 0, fields, end)
	return nil
}

// known reports whether there has been a stream of this number.
func (c *Conn) known(id uint32) bool {
	if c.remote(id) {
		return id <= c.lastID
	}
	return id < c.nextID
}

// announce takes the length of the body from its headers.
func (s *Stream) announce(f *http2.MetaHeadersFrame, status string) {
	if s.head || status == "304" {
		return
	}
	for _, field := range f.RegularFields() {
		if field.Name != "content-length" {
			continue
		}
		if n, err := strconv.ParseInt(field.Value, 10, 64); err == nil && n >= 0 {
			s.want = n
		}
	}
}

// complete is the end of what the other side sends.
func (s *Stream) complete() error {
	if s.want >= 0 && s.got != s.want {
		return http2.StreamError{StreamID: s.ID, Code: http2.ErrCodeProtocol}
	}
	s.gotEnd = true
	s.changed.Broadcast()
	return nil
}

func (c *Conn) data(f *http2.DataFrame) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	n, body := int64(f.Length), f.Data()
	if n > c.recvWindow {
		return Error(http2.ErrCodeFlowControl)
	}
	c.recvWindow -= n
	s := c.streams[f.StreamID]
	if s == nil || s.gotEnd {
		c.consumed(n)
		if !c.known(f.StreamID) {
			return Error(http2.ErrCodeProtocol)
		}
		if c.invalid++; c.invalid > c.opts.MaxInvalid {
			return errCalm
		}
		return nil
	}
	if n > s.recvWindow {
		c.consumed(n)
		return http2.StreamError{StreamID: s.ID, Code: http2.ErrCodeFlowControl}
	}
	s.recvWindow -= n
	if pad := n - int64(len(body)); pad > 0 { // nobody reads it
		c.consumed(pad)
		s.unread += pad
	}
	if len(body) > 0 {
		s.buffer = append(s.buffer, append([]byte(nil), body...))
		s.buffered += int64(len(body))
		c.memory += int64(len(body))
		s.got += int64(len(body))
		s.changed.Broadcast()
	} else if !f.StreamEnded() {
		// Empty frames cost work, and no window.
		if c.invalid++; c.invalid > c.opts.MaxInvalid {
			return errCalm
		}
	}
	if s.want >= 0 && s.got > s.want {
		return http2.StreamError{StreamID: s.ID, Code: http2.ErrCodeProtocol}
	}
	if f.StreamEnded() {
		if err := s.complete(); err != nil {
			return err
		}
		s.settle()
	}
	return nil
}

func (c *Conn) reset(f *http2.RSTStreamFrame) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.known(f.StreamID) {
		return Error(http2.ErrCodeProtocol)
	}
	if c.opts.Server {
		now := time.Now()
		c.resets = min(float64(c.opts.ResetBurst), c.resets+now.Sub(c.resetsAt).Seconds()*float64(c.opts.ResetRate))
		c.resetsAt = now
		if c.resets--; c.resets < 0 {
			return errCalm
		}
	}
	s := c.streams[f.StreamID]
	if s == nil {
		return nil
	}
	code := f.ErrCode
	if code == http2.ErrCodeNo { // what has come can still be read
		s.drop(errDone)
	} else {
		s.drop(ErrReset(code))
	}
	c.handler.Gone(s, code)
	return nil
}

func (c *Conn) window(f *http2.WindowUpdateFrame) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	more := int64(f.Increment)
	if f.StreamID == 0 {
		if c.sendWindow += more; c.sendWindow > maxWindow {
			return Error(http2.ErrCodeFlowControl)
		}
		c.wake()
		return nil
	}
	s := c.streams[f.StreamID]
	if s == nil {
		if !c.known(f.StreamID) {
			return Error(http2.ErrCodeProtocol)
		}
		return nil
	}
	if s.sendWindow += more; s.sendWindow > maxWindow {
		return http2.StreamError{StreamID: s.ID, Code: http2.ErrCodeFlowControl}
	}
	s.changed.Broadcast()
	return nil
}

// wake has all streams look at their windows again.
func (c *Conn) wake() {
	for _, s := range c.streams {
		s.changed.Broadcast()
	}
}

func (c *Conn) settings(f *http2.SettingsFrame) error {
	if f.IsAck() {
		c.acknowledged()
		c.handler.SettingsAcked()
		return nil
	}
	var list []http2.Setting
	if err := f.ForeachSetting(func(s http2.Setting) error {
		list = append(list, s)
		return s.Valid()
	}); err != nil {
		return err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, s := range list {
		switch v := int64(s.Val); s.ID {
		case http2.SettingInitialWindowSize:
			for _, st := range c.streams {
				st.sendWindow += v - c.sendInitial
			}
			c.sendInitial = v
			c.wake()
		case http2.SettingMaxFrameSize:
			c.sendFrame = v
		case http2.SettingMaxConcurrentStreams:
			c.sendStreams = v
			c.admit()
		}
	}
	if !c.out.reply(func(f *frames) error {
		for _, s := range list {
			if s.ID == http2.SettingHeaderTableSize {
				f.hpack.SetMaxDynamicTableSize(min(s.Val, defaultTable))
			}
		}
		return f.WriteSettingsAck()
	}) {
		return errCalm
	}
	c.handler.Settings(list)
	return nil
}

// promise is a stream that a server begins.
func (c *Conn) promise(f *http2.PushPromiseFrame) error {
	if !f.HeadersEnded() { // the framer reads no more than one frame of it
		return Error(http2.ErrCodeProtocol)
	}
	d := c.framer.ReadMetaHeaders
	d.SetEmitEnabled(true)
	d.SetMaxStringLength(int(c.framer.MaxHeaderListSize))
	fields, err := d.DecodeFull(f.HeaderBlockFragment())
	if err != nil {
		return Error(http2.ErrCodeCompression)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	id := f.PromiseID
	if !c.pushes || !c.remote(id) || id <= c.lastID || !c.known(f.StreamID) {
		return Error(http2.ErrCodeProtocol)
	}
	c.lastID = id
	if len(fields) > c.opts.MaxHeaderPairs || c.goneAway || int64(c.theirs) >= c.recvStreams {
		if !c.out.reply(func(f *frames) error { return f.WriteRSTStream(id, http2.ErrCodeRefusedStream) }) {
			return errCalm
		}
		return nil
	}
	s := c.newStream(id, false)
	s.ready, s.counted, s.sentEnd = true, true, true
	c.theirs++
	c.memory += streamSize
	c.handler.Opened(s, f.StreamID, fields, false)
	return nil
}

func (c *Conn) away(f *http2.GoAwayFrame) {
	c.mu.Lock()
	defer c.mu.Unlock()
	code, last, debug := f.ErrCode, f.LastStreamID, append([]byte(nil), f.DebugData()...)
	for id, s := range c.streams {
		if !c.remote(id) && id > last { // the other side has not looked at it
			s.drop(ErrReset(http2.ErrCodeRefusedStream))
			c.handler.Gone(s, http2.ErrCodeRefusedStream)
		}
	}
	c.handler.GoAway(code, last, debug)
}
