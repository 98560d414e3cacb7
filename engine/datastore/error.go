package datastore

import "fmt"

// Error is a datastore that a model names and that cannot be opened.
type Error struct {
	Name   string
	Source string
	Reason string
	Hint   string
	Err    error
}

func (e *Error) Error() string {
	msg := fmt.Sprintf("connection %q", e.Name)
	if e.Source != "" {
		msg += " (" + e.Source + ")"
	}
	msg += ": " + e.Reason
	if e.Err != nil {
		msg += ": " + e.Err.Error()
	}
	if e.Hint != "" {
		msg += " (" + e.Hint + ")"
	}
	return msg
}

func (e *Error) Unwrap() error { return e.Err }
