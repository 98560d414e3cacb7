package httpd

import (
	"context"
	"errors"
	"testing"
)

// TestAttended: a request ends with its client until it is answered, and not afterwards, whether or not
// somebody watches it.
func TestAttended(t *testing.T) {
	t.Parallel()
	type key struct{}
	gone := errors.New("the client has gone")
	ended := func(ctx context.Context) bool {
		select {
		case <-ctx.Done():
			return true
		default:
			return false
		}
	}
	for _, c := range []struct {
		name  string
		steps string // w: somebody watches it, c: the client goes, f: it is answered
		ended bool
	}{
		{"nothing", "", false},
		{"the client goes", "c", true},
		{"watched, the client goes", "wc", true},
		{"the client goes, watched", "cw", true},
		{"the client goes before the answer", "cf", true},
		{"the client goes before the answer, watched later", "cfw", true},
		{"watched, the client goes before the answer", "wcf", true},
		{"the client goes after the answer", "fc", false},
		{"watched, the client goes after the answer", "wfc", false},
		{"watched after the answer", "fwc", false},
		{"watched after all", "fcw", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			client, leave := context.WithCancelCause(context.WithValue(t.Context(), key{}, "kept"))
			defer leave(nil)
			ctx := attend(client)
			var child context.Context
			for _, step := range c.steps {
				switch step {
				case 'w':
					var cancel context.CancelFunc
					child, cancel = context.WithCancel(ctx)
					defer cancel()
				case 'c':
					leave(gone)
					if child != nil && c.ended {
						<-child.Done() // the watch has a goroutine of its own
					}
				case 'f':
					ctx.finish()
				}
			}
			if cause := context.Cause(ctx); (cause != nil) != c.ended {
				t.Errorf("at first the cause is %v", cause)
			}
			if got := ctx.Err() != nil; got != c.ended {
				t.Errorf("Err is %v", ctx.Err())
			}
			if got := ended(ctx); got != c.ended {
				t.Errorf("ended is %t, want %t", got, c.ended)
			}
			if child != nil && ended(child) != c.ended {
				t.Errorf("a child has ended: %t, want %t", ended(child), c.ended)
			}
			if cause := context.Cause(ctx); !c.ended && cause != nil || c.ended && !errors.Is(cause, gone) && !errors.Is(cause, context.Canceled) {
				t.Errorf("the cause is %v", cause)
			}
			if ctx.Value(key{}) != "kept" {
				t.Error("values are lost")
			}
		})
	}
}

// TestAttendedIsCheap: to wait for the answer does not begin to watch.
func TestAttendedIsCheap(t *testing.T) {
	t.Parallel()
	client, leave := context.WithCancel(t.Context())
	ctx := attend(client)
	waiting := ctx.Waiting()
	if err := ctx.Err(); err != nil || ctx.watched.Load() != nil {
		t.Fatalf("it is watched, or has ended: %v", err)
	}
	leave()
	<-waiting
	if ctx.Err() == nil || ctx.watched.Load() != nil {
		t.Error("it is watched, or has not ended")
	}
}
