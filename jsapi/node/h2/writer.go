package h2

import (
	"bufio"
	"bytes"
	"net"
	"sync"
	"time"

	"golang.org/x/net/http2"
	"golang.org/x/net/http2/hpack"
)

// frames writes frames; it belongs to the goroutine of the writer.
type frames struct {
	*http2.Framer
	to    *bufio.Writer
	block bytes.Buffer
	hpack *hpack.Encoder
}

// headers writes a list of headers, in as many frames as it needs. A promise of the
// stream promised is made on stream id.
func (f *frames) headers(id, promised uint32, fields []hpack.HeaderField, end bool, most int) error {
	f.block.Reset()
	for _, field := range fields {
		if err := f.hpack.WriteField(field); err != nil {
			return err
		}
	}
	block := f.block.Bytes()
	for first := true; first || len(block) > 0; first = false {
		n := min(len(block), most)
		piece, last := block[:n], n == len(block)
		block = block[n:]
		var err error
		switch {
		case !first:
			err = f.WriteContinuation(id, last, piece)
		case promised != 0:
			err = f.WritePushPromise(http2.PushPromiseParam{StreamID: id, PromiseID: promised, BlockFragment: piece, EndHeaders: last})
		default:
			err = f.WriteHeaders(http2.HeadersFrameParam{StreamID: id, BlockFragment: piece, EndStream: end, EndHeaders: last})
		}
		if err != nil {
			return err
		}
	}
	return nil
}

type job struct {
	write func(f *frames) error
	done  chan<- error // may be nil; has room
}

// writer writes what waits in the order in which it came, from one goroutine.
type writer struct {
	finished chan struct{}

	mu      sync.Mutex
	more    sync.Cond
	queue   []job
	replies int // in the queue
	busy    bool
	stopped bool
	err     error
	to      net.Conn
}

// maxReplies is how many answers may wait that the other side makes necessary without
// reading them.
const maxReplies = 1000

func newWriter(to net.Conn) *writer {
	w := &writer{to: to, finished: make(chan struct{})}
	w.more.L = &w.mu
	return w
}

// add has a frame written. done gets the result.
func (w *writer) add(write func(f *frames) error, done chan<- error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.err != nil || w.stopped {
		if done != nil {
			done <- errClosed
		}
		return
	}
	w.queue = append(w.queue, job{write, done})
	w.more.Signal()
}

// reply is add for what the other side makes necessary; it returns false where it does so
// too often.
func (w *writer) reply(write func(f *frames) error) bool {
	w.mu.Lock()
	w.replies++
	ok := w.replies <= maxReplies
	w.mu.Unlock()
	w.add(func(f *frames) error {
		w.mu.Lock()
		w.replies--
		w.mu.Unlock()
		return write(f)
	}, nil)
	return ok
}

// stop closes the connection after what waits is written.
func (w *writer) stop() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.stopped = true
	w.more.Signal()
}

func (w *writer) length() int {
	w.mu.Lock()
	defer w.mu.Unlock()
	n := len(w.queue)
	if w.busy {
		n++
	}
	return n
}

func (w *writer) run() {
	f := &frames{to: bufio.NewWriterSize(w.to, 16<<10)}
	f.Framer = http2.NewFramer(f.to, nil)
	f.hpack = hpack.NewEncoder(&f.block)
	for {
		w.mu.Lock()
		w.busy = false
		for len(w.queue) == 0 && !w.stopped {
			w.more.Wait()
		}
		queue, stopped := w.queue, w.stopped
		w.queue, w.busy = nil, true
		w.mu.Unlock()
		err := w.write(f, queue)
		if err != nil || stopped {
			w.end(err)
			return
		}
	}
}

// write writes the jobs, and what is in the buffer.
func (w *writer) write(f *frames, queue []job) error {
	var failure error
	for i, j := range queue {
		if failure == nil {
			failure = j.write(f)
		}
		if failure == nil && i == len(queue)-1 {
			failure = f.to.Flush()
		}
		if j.done != nil {
			j.done <- failure
		}
	}
	return failure
}

// end refuses everything from now on.
func (w *writer) end(err error) {
	if err == nil {
		err = errClosed
	}
	w.mu.Lock()
	w.err, w.busy = err, false
	queue := w.queue
	w.queue = nil
	w.mu.Unlock()
	for _, j := range queue {
		if j.done != nil {
			j.done <- err
		}
	}
	// The other side closes its half then. If it does not, the reading side gives up.
	half, ok := w.to.(interface{ CloseWrite() error })
	if !ok || half.CloseWrite() != nil {
		_ = w.to.Close()
	}
	_ = w.to.SetReadDeadline(time.Now().Add(linger))
	close(w.finished)
}
