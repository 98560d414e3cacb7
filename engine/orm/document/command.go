package document

import "context"

// Cursor reads the result of a command piece by piece. It is used by one goroutine at a
// time.
type Cursor interface {
	// Next returns the next documents, and whether there may be more.
	Next(ctx context.Context) (docs []any, more bool, err error)
	// Close gives up what was not read.
	Close(ctx context.Context) error
}

// RefusedError is the answer of a server that refuses a command.
type RefusedError struct {
	Code    int
	Name    string // of the code
	Message string
}

func (e *RefusedError) Error() string { return e.Message }
