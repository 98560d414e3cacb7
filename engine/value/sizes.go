package value

import (
	"bytes"
	"fmt"
)

// Limits bound what Parse takes. A limit of 0 is none.
type Limits struct {
	// Values is how many values the text may have, those in others included.
	Values int
}

// TooManyError says that a text has more values than are taken.
type TooManyError struct{ Limit int }

func (e *TooManyError) Error() string {
	return fmt.Sprintf("more than %d values", e.Limit)
}

// ErrStructure is returned for a long text that is hardly more than brackets:
// lists in lists in lists take twenty times the memory of their text.
var ErrStructure = fmt.Errorf("lists and objects within each other that hold next to nothing")

// What values take in memory, in bytes.
const (
	costSlot   = 16 // in a list, and each name and value of an object
	costList   = 24
	costObject = 24
	// costHalves is how many times the memory of their text values may take, in
	// halves: the memory for the text and for parsing comes on top. Texts that
	// take no more than costFree in all may be as they like.
	costHalves = 27
	costFree   = 64 << 10
)

// sizes are how many members the lists and objects of a text have, in the order
// in which they begin: what is made with the right size takes no more memory
// than it has to. Of text that is no JSON they are nonsense.
type sizes struct {
	small []byte // many for a larger one, which is in large
	large map[int]int
	next  int // to be taken
}

const many = 0xff

// open is a list or object whose end was not found yet.
type open struct {
	at      int // in small
	members int
	filled  bool // it has a first member
	names   bool // it is an object
}

// measure looks through a text without keeping anything of it.
func measure(text []byte, limits Limits) (sizes, error) {
	var found sizes
	found.small = make([]byte, 0, bytes.Count(text, []byte{'['})+bytes.Count(text, []byte{'{'}))
	var stack []open
	values, cost := 1, 0
	begin := func() {
		if n := len(stack); n > 0 && !stack[n-1].filled {
			stack[n-1].filled, stack[n-1].members = true, 1
			values++
		}
	}
	for i := 0; i < len(text); i++ {
		switch c := text[i]; c {
		case ' ', '\t', '\r', '\n', ':':
		case '"':
			begin()
			for i++; i < len(text) && text[i] != '"'; i++ {
				if text[i] == '\\' {
					i++
				}
			}
		case '[', '{':
			begin()
			if len(stack) > MaxDepth {
				return found, nil // which Parse says
			}
			stack = append(stack, open{at: len(found.small), names: c == '{'})
			found.small = append(found.small, 0)
		case ',':
			if n := len(stack); n > 0 {
				stack[n-1].members++
				values++
			}
		case ']', '}':
			n := len(stack) - 1
			if n < 0 {
				return found, nil
			}
			cost += found.end(stack[n])
			stack = stack[:n]
		default:
			begin()
		}
		if limits.Values > 0 && values > limits.Values {
			return found, &TooManyError{limits.Values}
		}
	}
	if cost > costFree && cost > costHalves*len(text)/2 {
		return found, ErrStructure
	}
	return found, nil
}

// end notes the members of a list or object, and returns what it takes.
func (s *sizes) end(o open) int {
	if o.members < many {
		s.small[o.at] = byte(o.members)
	} else {
		if s.large == nil {
			s.large = map[int]int{}
		}
		s.small[o.at], s.large[o.at] = many, o.members
	}
	if o.names {
		return costObject + 2*costSlot*o.members
	}
	return costList + costSlot*o.members
}

// take is the size of the list or object that begins next.
func (s *sizes) take() int {
	at := s.next
	if s.next++; at >= len(s.small) {
		return 0
	}
	if s.small[at] == many {
		return s.large[at]
	}
	return int(s.small[at])
}
