package sqldb

import (
	"context"
	"errors"
	"testing"
	"time"

	"zombiezen.com/go/sqlite"
)

// TestInterruptedPreparation: a statement that is interrupted while it is prepared has the error
// of the interruption. For tables that SQLite declares itself it gives one that does not say so.
func TestInterruptedPreparation(t *testing.T) {
	c, err := openConn(":memory:")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = c.close() }()
	cut := errors.New("cut off")
	const text = "SELECT value FROM json_each('[1]')"
	err = c.guard(t.Context(), time.Minute, func(c *conn) error {
		// Without a statement that runs, SQLite forgets an interruption where it begins to parse.
		other, err := c.prepare([]byte("VALUES (1), (2)"))
		if err != nil {
			return err
		}
		defer release(other)
		if _, err := other.Step(); err != nil {
			return err
		}
		open := sqlite.AuthorizeFunc(func(sqlite.Action) sqlite.AuthResult {
			c.interrupt(c.turn, cut)
			time.Sleep(100 * time.Millisecond) // for the goroutine that tells SQLite
			return sqlite.AuthResultOK
		})
		if err := c.raw.SetAuthorizer(open); err != nil {
			return err
		}
		_, err = c.prepare([]byte(text))
		return errors.Join(err, c.raw.SetAuthorizer(nil))
	})
	if !errors.Is(err, cut) {
		t.Errorf("got %v", err)
	}
	err = c.guard(context.Background(), time.Minute, func(c *conn) error {
		_, err := c.prepare([]byte(text))
		return err
	})
	if err != nil {
		t.Errorf("afterwards: %v", err)
	}
}
