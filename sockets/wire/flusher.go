package wire

import (
	"runtime"
	"sync"
)

// flusher writes for many connections with few goroutines, which it starts when
// there is something to write. It never waits for a peer: a connection whose
// peer does not read fast enough gets a goroutine of its own.
//
// What is sent while a connection waits for its turn goes out with the rest.
type flusher struct {
	mu          sync.Mutex
	first, last *Conn
	waiting     int // in line
	workers     int
	writers     sync.Pool // *writer
}

// turn is how many connections a worker takes at once.
const turn = 16

// atOnce is how many bytes a worker writes of one connection: the scheduler
// waits while it does.
const atOnce = 64 << 10

// add puts a connection at the end of the line.
func (f *flusher) add(c *Conn) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.first == nil {
		f.first = c
	} else {
		f.last.next = c
	}
	f.last = c
	f.waiting++
	// Half of the processors are left to what sends and to what receives.
	if f.workers < max(1, runtime.GOMAXPROCS(0)/2) && f.waiting > f.workers*turn {
		f.workers++
		go f.work()
	}
}

// take fills mine from the head of the line. It returns how many there were; a
// worker that finds none is done.
func (f *flusher) take(mine *[turn]*Conn) int {
	f.mu.Lock()
	defer f.mu.Unlock()
	n := 0
	for ; n < turn && f.first != nil; n++ {
		mine[n] = f.first
		f.first, mine[n].next = mine[n].next, nil
	}
	f.waiting -= n
	if n == 0 {
		f.workers--
		f.last = nil
	}
	return n
}

func (f *flusher) work() {
	var mine [turn]*Conn
	w, _ := f.writers.Get().(*writer)
	if w == nil {
		w = newWriter()
	}
	defer f.writers.Put(w)
	for n := f.take(&mine); n > 0; n = f.take(&mine) {
		for i, c := range mine[:n] {
			mine[i] = nil
			c.flush(w)
		}
	}
}

// writer is what a worker needs to write for one connection after the other.
type writer struct {
	batch  [][]byte
	joined []byte
	attempt
}

func newWriter() *writer {
	w := &writer{}
	w.bind()
	return w
}

// flush writes what is queued as far as the system takes it at once; the rest,
// and what is large, is for a goroutine that may wait.
func (c *Conn) flush(w *writer) {
	batch, n := c.take(w.batch[:0])
	if n == 0 {
		return
	}
	w.batch = batch
	defer func() { clear(w.batch) }()
	data, joined := batch[0], false
	if len(batch) > 1 && n <= maxCoalesced {
		if w.joined == nil {
			w.joined = make([]byte, 0, maxCoalesced)
		}
		data, joined = w.joined[:0], true
		for _, f := range batch {
			data = append(data, f...)
		}
		batch = batch[:1]
	}
	done, err := w.write(c.raw, data[:min(len(data), atOnce)])
	rest := data[done:]
	if len(rest) == 0 {
		batch = batch[1:]
	} else {
		if joined {
			rest = append([]byte(nil), rest...)
		}
		batch[0] = rest
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if err == nil && len(batch) > 0 {
		c.bytes -= done
		if !c.broken {
			c.queue = append(append(make([][]byte, 0, len(batch)+len(c.queue)), batch...), c.queue...)
		}
		go c.write()
		return
	}
	c.wrote(n, err)
	if !c.ended() {
		c.upgrader.flusher.add(c)
	}
}
