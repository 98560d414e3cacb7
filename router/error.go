package router

import "fmt"

// Error is a failure with an HTTP status. Handlers return it; one place turns all
// errors into responses.
type Error struct {
	Status  int    // HTTP status, 4xx or 5xx
	Code    string // machine-readable, "E_…"; may be empty
	Message string // for people
	Err     error  // cause; may be nil
}

func (e *Error) Error() string {
	switch {
	case e.Message == "" && e.Err != nil:
		return e.Err.Error()
	case e.Err != nil:
		return fmt.Sprintf("%s: %v", e.Message, e.Err)
	}
	return e.Message
}

func (e *Error) Unwrap() error { return e.Err }
