package response

import (
	"errors"

	"framework/engine/value"
)

// Kind says what the body of a payload is.
type Kind uint8

// The kinds of bodies.
const (
	None Kind = iota // no data
	Text             // text, HTML unless another type is set
	JSON             // encoded JSON
)

// Payload is data that is already encoded for the client.
type Payload struct {
	Kind Kind
	Body []byte
	// Status is the one in the data, for Negotiate; 0 for none.
	Status int
	// Number is the status that data stands for which is nothing but a number,
	// before 1.x; 0 for other data.
	Number int
	// FromView marks the failure of a view, which is never shown as a page.
	FromView bool
	// ErrorText marks the text of an error that has no JSON of its own (1.x).
	ErrorText bool
	// Members is the JSON of an error that is shown in another way (0.12, 1.x), which has
	// what code has set; empty for none.
	Members []byte
	// Err is the error that the payload was made from, for the log.
	Err error
	// View names the view that HTML clients get, Locals what it sees; both
	// may be empty. Locals are passed through to the ViewRenderer.
	View   string
	Locals any
}

// PayloadError is an error that brings its own payload, as one thrown by
// JavaScript does.
type PayloadError interface {
	error
	Payload() *Payload
}

// viewFailure is an error that came from rendering a view.
type viewFailure interface {
	error
	ViewFailed() bool
}

// worded is an error that knows how 1.x shows it to developers.
type worded interface {
	error
	ErrorText() string
}

// displayed is an error with a JSON of its own, as those of 1.x have whose toJSON the
// release defines.
type displayed interface {
	error
	JSON() *value.Map
}

// Payload encodes data as this set's release and environment show it.
func (s *Set) Payload(data any) *Payload {
	switch data := data.(type) {
	case *Payload:
		return data
	case value.Undefined:
		return &Payload{}
	case string:
		return &Payload{Kind: Text, Body: []byte(data)}
	case error:
		return s.errorPayload(data)
	}
	p := &Payload{Kind: JSON, Body: value.AppendIndent(nil, data, s.indent)}
	switch n := data.(type) {
	case int64:
		p.Number = StatusOf(float64(n))
	case float64:
		p.Number = StatusOf(n)
	}
	return p
}

// StatusOf is the status that a number can be sent as, or 0.
func StatusOf(n float64) int {
	if status := int(n); float64(status) == n && status >= 100 && status <= 999 {
		return status
	}
	return 0
}

func (s *Set) errorPayload(err error) *Payload {
	var carrier PayloadError
	if errors.As(err, &carrier) {
		return carrier.Payload()
	}
	return s.rules().failure(s, err)
}

// fromView reports the failure of a view.
func fromView(err error) bool {
	var failed viewFailure
	return errors.As(err, &failed) && failed.ViewFailed()
}
