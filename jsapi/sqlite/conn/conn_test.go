package conn_test

import (
	"errors"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"framework/jsapi/sqlite/conn"
)

func open(t *testing.T, path string) *conn.Conn {
	t.Helper()
	c, err := conn.Open(path, conn.ReadWrite|conn.Create)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := c.Close(); err != nil {
			t.Error(err)
		}
	})
	return c
}

func prepare(t *testing.T, c *conn.Conn, sql string) *conn.Stmt {
	t.Helper()
	s, _, err := c.Prepare(sql)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestValuesComeBackAsTheyWereBound(t *testing.T) {
	c := open(t, ":memory:")
	s := prepare(t, c, "SELECT ?, ?, ?, ?, ?, ?")
	for i, v := range []any{nil, int64(1 << 60), 1.5, "é\x00x", []byte{0, 1}, []byte{}} {
		if err := s.Bind(i+1, v); err != nil {
			t.Fatal(err)
		}
	}
	row, err := s.Step()
	if err != nil || !row {
		t.Fatal(row, err)
	}
	if s.Value(0) != nil || s.Value(1) != int64(1<<60) || s.Value(2) != 1.5 || s.Value(3) != "é\x00x" {
		t.Error(s.Value(0), s.Value(1), s.Value(2), s.Value(3))
	}
	if b, ok := s.Value(4).([]byte); !ok || !slices.Equal(b, []byte{0, 1}) {
		t.Error(s.Value(4))
	}
	if b, ok := s.Value(5).([]byte); !ok || len(b) != 0 {
		t.Error(s.Value(5))
	}
}

func TestErrorsHaveTheirExtendedName(t *testing.T) {
	c := open(t, ":memory:")
	if err := c.Exec("CREATE TABLE t (a UNIQUE, b NOT NULL); INSERT INTO t VALUES (1, 1)"); err != nil {
		t.Fatal(err)
	}
	for sql, want := range map[string]string{
		"INSERT INTO t VALUES (1, 1)": "SQLITE_CONSTRAINT_UNIQUE", "INSERT INTO t VALUES (2, NULL)": "SQLITE_CONSTRAINT_NOTNULL", "SELEC": "SQLITE_ERROR",
	} {
		var e *conn.Error
		if err := c.Exec(sql); !errors.As(err, &e) || e.Name() != want {
			t.Errorf("%s: %v, want %s", sql, err, want)
		}
	}
}

func TestInterruptEndsAStatement(t *testing.T) {
	c := open(t, ":memory:")
	s := prepare(t, c, "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n")
	done := make(chan error, 1)
	go func() {
		_, err := s.Step()
		done <- err
	}()
	deadline := time.After(time.Minute)
	for {
		c.Interrupt() // one before the statement has begun does nothing
		select {
		case err := <-done:
			var e *conn.Error
			if !errors.As(err, &e) || e.Name() != "SQLITE_INTERRUPT" {
				t.Error(err)
			}
			return
		case <-deadline:
			t.Fatal("it goes on")
		case <-time.After(time.Millisecond):
		}
	}
}

// A function of SQL may use the connection, but not close it.
func TestFunctionsRunInsideOfStatements(t *testing.T) {
	c := open(t, ":memory:")
	err := c.Define(conn.Function{Name: "f", Args: 1, Scalar: func(args []any) (any, error) {
		if err := c.Close(); !errors.Is(err, conn.ErrBusy) {
			t.Errorf("Close: %v", err)
		}
		s, _, err := c.Prepare("SELECT 41")
		if err != nil {
			return nil, err
		}
		defer s.Finalize()
		if _, err := s.Step(); err != nil {
			return nil, err
		}
		return s.Value(0).(int64) + args[0].(int64), nil
	}})
	if err != nil {
		t.Fatal(err)
	}
	s := prepare(t, c, "SELECT f(1)")
	if _, err := s.Step(); err != nil || s.Value(0) != int64(42) {
		t.Error(err)
	}
}

func TestDroppedStatementsAreFinalized(t *testing.T) {
	c := open(t, ":memory:")
	s := prepare(t, c, "SELECT 1")
	c.Drop(s)
	prepare(t, c, "SELECT 2")
	if !s.Finalized() {
		t.Error("it is still there")
	}
}

func TestSerializedDatabaseIsTheFile(t *testing.T) {
	a, b := open(t, filepath.Join(t.TempDir(), "a.db")), open(t, ":memory:")
	if err := a.Exec("CREATE TABLE t (a); INSERT INTO t VALUES (7)"); err != nil {
		t.Fatal(err)
	}
	file, err := a.Serialize("main")
	if err != nil {
		t.Fatal(err)
	}
	if err := b.Deserialize(file); err != nil {
		t.Fatal(err)
	}
	s := prepare(t, b, "SELECT a FROM t")
	if row, err := s.Step(); err != nil || !row || s.Value(0) != int64(7) {
		t.Error(row, err)
	}
}
