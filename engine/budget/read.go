package budget

import (
	"errors"
	"io"
)

// ErrSpent is returned by ReadAll when others take all of the budget.
var ErrSpent = errors.New("the server is receiving as much as it may (setting http.receiveBudget)")

const (
	// free is how much of each body or message is not counted: about what the
	// connection takes itself. Small ones pass however large the others are.
	free = 16 << 10
	// first is the size of the first buffer for a body of unknown length.
	first = 512
)

// ReadAll reads so many bytes, or until the end if length is below 0. The memory
// for them counts until they are all there; more is only taken as they come, so
// that announcing a length costs nothing.
func (b *Budget) ReadAll(from io.Reader, length int) ([]byte, error) {
	size, times := first, 2
	if length >= 0 {
		size, times = min(length, free), 4
	}
	text, own := make([]byte, 0, size), int64(0)
	defer func() { b.Give(own) }()
	for {
		if len(text) == length {
			return text, nil
		}
		if len(text) == cap(text) {
			size = times * cap(text)
			if length >= 0 {
				size = min(length, size)
			}
			if more := int64(size) - own; size > free {
				if !b.grow(own, more) {
					return nil, ErrSpent
				}
				own += more
			}
			text = append(make([]byte, 0, size), text...)
		}
		n, err := from.Read(text[len(text):cap(text)])
		text = text[:len(text)+n]
		switch {
		case err == nil, len(text) == length:
		case !errors.Is(err, io.EOF):
			return text, err
		case length >= 0:
			return text, io.ErrUnexpectedEOF
		default:
			return text, nil
		}
	}
}
