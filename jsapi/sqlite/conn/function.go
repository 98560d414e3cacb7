package conn

import (
	"strings"
	"unsafe"

	"modernc.org/libc"
	lib "modernc.org/sqlite/lib"
)

// Function is a function that SQL can call. Its values are those of Stmt.Bind.
type Function struct {
	Name string
	Args int // -1 for any number
	// Flags are Deterministic and DirectOnly.
	Flags int32
	// Scalar is the function, or Begin makes the state of an aggregate.
	Scalar func(args []any) (any, error)
	Begin  func() (State, error)
	// Window says that the states have Inverse.
	Window bool
}

// State is an aggregate over some rows.
type State interface {
	Step(args []any) error
	// Inverse removes a row that Step has added.
	Inverse(args []any) error
	// Value is the result of the rows so far.
	Value() (any, error)
	// Final is the result, and the last call; it is called for a query that was
	// ended early as well.
	Final() (any, error)
}

// Define makes a function available to statements that are prepared from now on.
func (c *Conn) Define(f Function) error {
	if err := c.ready(); err != nil {
		return err
	}
	name, err := c.text(f.Name)
	if err != nil {
		return err
	}
	defer libc.Xfree(c.tls, name)
	encoding, count := lib.SQLITE_UTF8|f.Flags, int32(f.Args)
	if f.Scalar != nil {
		call := func(tls *libc.TLS, ctx uintptr, n int32, list uintptr) {
			result(tls, ctx)(f.Scalar(arguments(tls, n, list)))
		}
		return c.check(lib.Xsqlite3_create_function_v2(c.tls, c.db, name, count, encoding, 0, c.function(call), 0, 0, 0))
	}
	step := func(tls *libc.TLS, ctx uintptr, n int32, list uintptr) {
		s, _, err := c.state(tls, ctx, f.Begin)
		if err == nil {
			err = s.Step(arguments(tls, n, list))
		}
		if err != nil {
			fail(tls, ctx, err)
		}
	}
	inverse := func(tls *libc.TLS, ctx uintptr, n int32, list uintptr) {
		s, _, err := c.state(tls, ctx, f.Begin)
		if err == nil {
			err = s.Inverse(arguments(tls, n, list))
		}
		if err != nil {
			fail(tls, ctx, err)
		}
	}
	current := func(tls *libc.TLS, ctx uintptr) {
		s, _, err := c.state(tls, ctx, f.Begin)
		if err != nil {
			fail(tls, ctx, err)
			return
		}
		result(tls, ctx)(s.Value())
	}
	final := func(tls *libc.TLS, ctx uintptr) {
		s, id, err := c.state(tls, ctx, f.Begin)
		if err != nil {
			fail(tls, ctx, err)
			return
		}
		delete(c.states, id)
		result(tls, ctx)(s.Final())
	}
	value, undo := uintptr(0), uintptr(0)
	if f.Window {
		value, undo = c.function(current), c.function(inverse)
	}
	return c.check(lib.Xsqlite3_create_window_function(c.tls, c.db, name, count, encoding, 0, c.function(step), c.function(final), value, undo, 0))
}

// state is the state of the aggregate that SQLite is computing.
func (c *Conn) state(tls *libc.TLS, ctx uintptr, begin func() (State, error)) (State, uintptr, error) {
	p := lib.Xsqlite3_aggregate_context(tls, ctx, int32(pointerSize))
	if p == 0 {
		return nil, 0, errMemory
	}
	id := (*uintptr)(pointer(p))
	if *id == 0 {
		s, err := begin()
		if err != nil {
			return nil, 0, err
		}
		c.last++
		*id = c.last
		c.states[*id] = s
	}
	return c.states[*id], *id, nil
}

func arguments(tls *libc.TLS, n int32, list uintptr) []any {
	out := make([]any, n)
	for i := range out {
		v := pointerAt(list + uintptr(i*pointerSize))
		switch lib.Xsqlite3_value_type(tls, v) {
		case lib.SQLITE_INTEGER:
			out[i] = lib.Xsqlite3_value_int64(tls, v)
		case lib.SQLITE_FLOAT:
			out[i] = lib.Xsqlite3_value_double(tls, v)
		case lib.SQLITE_TEXT:
			p := lib.Xsqlite3_value_text(tls, v)
			out[i] = strings.ToValidUTF8(string(bytesAt(p, int(lib.Xsqlite3_value_bytes(tls, v)))), "\uFFFD")
		case lib.SQLITE_BLOB:
			p := lib.Xsqlite3_value_blob(tls, v)
			out[i] = bytesAt(p, int(lib.Xsqlite3_value_bytes(tls, v)))
		}
	}
	return out
}

// result returns a function that gives SQLite the value or the error.
func result(tls *libc.TLS, ctx uintptr) func(v any, err error) {
	return func(v any, err error) {
		if err != nil {
			fail(tls, ctx, err)
			return
		}
		switch v := v.(type) {
		case nil:
			lib.Xsqlite3_result_null(tls, ctx)
		case int64:
			lib.Xsqlite3_result_int64(tls, ctx, v)
		case float64:
			lib.Xsqlite3_result_double(tls, ctx, v)
		case string:
			give(tls, ctx, []byte(v), lib.Xsqlite3_result_text)
		case []byte:
			give(tls, ctx, v, lib.Xsqlite3_result_blob)
		}
	}
}

// give copies b to SQLite.
func give(tls *libc.TLS, ctx uintptr, b []byte, set func(tls *libc.TLS, ctx, p uintptr, n int32, del uintptr)) {
	p := libc.Xcalloc(tls, 1, libc.Tsize_t(max(len(b), 1)))
	if p == 0 {
		lib.Xsqlite3_result_error_nomem(tls, ctx)
		return
	}
	defer libc.Xfree(tls, p)
	copy(unsafe.Slice((*byte)(pointer(p)), len(b)), b)
	set(tls, ctx, p, int32(len(b)), transient)
}

func fail(tls *libc.TLS, ctx uintptr, err error) {
	give(tls, ctx, []byte(err.Error()), func(tls *libc.TLS, ctx, p uintptr, n int32, _ uintptr) { lib.Xsqlite3_result_error(tls, ctx, p, n) })
}
