package sqlite

import (
	"context"
	"runtime"
	"strconv"
	"sync"

	"framework/jsapi"
	"framework/jsapi/sqlite/conn"
)

// maxMemory is how many bytes a database in memory may have.
const maxMemory = 1 << 30

// database is what a script holds of a connection. Its statements keep it alive; when
// none is reachable any more, the connection is closed.
type database struct{ *link }

// link is the connection of a database. The lock is held while it is used; depth is how often the
// loop has it, because functions of scripts run inside of statements.
type link struct {
	conn    *conn.Conn
	mu      sync.Mutex
	depth   int
	onLoop  bool  // used by the loop, whose interruptions end its statements
	thrown  error // what a function of the script has thrown inside of a statement
	release func()
}

// statement is what a script holds of a statement.
type statement struct {
	db   *database
	stmt *conn.Stmt
}

// links are the connections of a realm, which are closed with it.
type links struct {
	mu     sync.Mutex
	open   map[*link]bool
	closed bool
}

type linksKey struct{}

func linksOf(r *jsapi.Realm) *links {
	if ls, ok := r.Slot(linksKey{}).(*links); ok {
		return ls
	}
	ls := &links{open: map[*link]bool{}}
	r.SetSlot(linksKey{}, ls)
	r.OnInterrupt(func() {
		for _, l := range ls.list() {
			if l.onLoop {
				l.conn.Interrupt()
			}
		}
	})
	context.AfterFunc(r.Lifetime(), func() {
		ls.mu.Lock()
		ls.closed = true
		ls.mu.Unlock()
		for _, l := range ls.list() {
			l.end()
		}
	})
	return ls
}

func (ls *links) list() []*link {
	ls.mu.Lock()
	defer ls.mu.Unlock()
	out := make([]*link, 0, len(ls.open))
	for l := range ls.open {
		out = append(out, l)
	}
	return out
}

// add registers a connection until it is closed.
func (ls *links) add(c *conn.Conn, onLoop bool) *database {
	l := &link{conn: c, onLoop: onLoop}
	l.release = func() {
		ls.mu.Lock()
		defer ls.mu.Unlock()
		delete(ls.open, l)
	}
	ls.mu.Lock()
	ls.open[l] = true
	late := ls.closed
	ls.mu.Unlock()
	if late {
		l.end()
	}
	db := &database{l}
	runtime.AddCleanup(db, func(l *link) { go l.end() }, l)
	return db
}

// end interrupts what runs and closes the connection.
func (l *link) end() {
	l.conn.Interrupt()
	l.mu.Lock()
	defer l.mu.Unlock()
	_ = l.conn.Close() // nothing can handle an error
	l.release()
}

// enter has the connection for a function on the loop until leave is called.
func (l *link) enter() (leave func()) {
	if l.depth == 0 {
		l.mu.Lock()
	}
	l.depth++
	return func() {
		l.depth--
		if l.depth == 0 {
			l.mu.Unlock()
		}
	}
}

// prepare makes the handle of a statement, null for a text without one.
func (db *database) prepare(s *conn.Stmt) *statement {
	h := &statement{db, s}
	c := db.conn
	runtime.AddCleanup(h, func(s *conn.Stmt) { c.Drop(s) }, s)
	return h
}

// limit keeps values, and databases in memory, from taking all memory.
func limit(c *conn.Conn, memory int64) error {
	if memory > 0 && memory < int64(c.Limit(conn.LimitLength, -1)) {
		c.Limit(conn.LimitLength, int32(memory))
	}
	if file, err := c.File("main"); err != nil || file != "" {
		return err
	}
	size, err := number(c, "PRAGMA page_size")
	if err == nil {
		_, err = number(c, "PRAGMA max_page_count = "+strconv.FormatInt(maxMemory/max(size, 512), 10))
	}
	return err
}

// number is the number that a statement returns.
func number(c *conn.Conn, sql string) (int64, error) {
	s, _, err := c.Prepare(sql)
	if err != nil {
		return 0, err
	}
	defer func() { _ = s.Finalize() }() // it is not running
	if _, err := s.Step(); err != nil {
		return 0, err
	}
	n, _ := s.Value(0).(int64)
	return n, nil
}
