package pace

import (
	"context"
	"io"
)

type wayKey struct{}

// With returns a context in which Check calls giveWay, which may let other work run first.
func With(ctx context.Context, giveWay func()) context.Context {
	return context.WithValue(ctx, wayKey{}, giveWay)
}

// Check is what a computation that may take longer than some milliseconds calls between
// its steps: it gives way to others, and returns the error of a context that has ended. What holds much memory asks its
// context alone.
func Check(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	giveWay, ok := ctx.Value(wayKey{}).(func())
	if !ok {
		return nil
	}
	giveWay()
	return ctx.Err()
}

// Reader returns a reader of r that checks ctx before each read.
func Reader(ctx context.Context, r io.Reader) io.Reader { return reader{ctx, r} }

type reader struct {
	ctx context.Context
	r   io.Reader
}

func (r reader) Read(b []byte) (int, error) {
	if err := Check(r.ctx); err != nil {
		return 0, err
	}
	return r.r.Read(b)
}
