package observe

import (
	"crypto/rand"
	"encoding/hex"
	"strings"
)

// Trace is the place of a request in a trace, as W3C Trace Context has it.
type Trace struct {
	ID     [16]byte
	Span   [8]byte // of this request
	Parent [8]byte // of the caller's span, zero for none
	// Sampled: somebody records the trace.
	Sampled bool
	// State is the header tracestate, handed on as it came.
	State string
}

// maxState is how many bytes of tracestate are handed on, the number that the
// recommendation asks for.
const maxState = 512

// NewTrace continues the trace that the headers traceparent and tracestate name, or
// begins one. sample decides about traces that begin here.
func NewTrace(parent, state string, sample func() bool) Trace {
	t, ok := parseParent(parent)
	if !ok {
		_, _ = rand.Read(t.ID[:]) // never fails
		t.Sampled = sample == nil || sample()
	} else if len(state) <= maxState {
		t.State = state
	}
	_, _ = rand.Read(t.Span[:])
	return t
}

// Valid reports whether there is a trace.
func (t *Trace) Valid() bool { return t.ID != [16]byte{} }

// Header is the header traceparent of a request that is made on behalf of this one.
func (t *Trace) Header() string {
	flags := "00"
	if t.Sampled {
		flags = "01"
	}
	return "00-" + hex.EncodeToString(t.ID[:]) + "-" + hex.EncodeToString(t.Span[:]) + "-" + flags
}

// TraceID is the id in hexadecimal digits, "" for none.
func (t *Trace) TraceID() string {
	if !t.Valid() {
		return ""
	}
	return hex.EncodeToString(t.ID[:])
}

// parseParent reads a header traceparent. Versions after 00 may have more fields; the
// version ff is none.
func parseParent(text string) (t Trace, ok bool) {
	const length = 2 + 1 + 32 + 1 + 16 + 1 + 2
	if len(text) < length || text[2] != '-' || text[35] != '-' || text[52] != '-' || strings.ToLower(text[:length]) != text[:length] {
		return Trace{}, false
	}
	version, flags := text[:2], text[53:length]
	if len(text) > length && (version == "00" || text[length] != '-') {
		return Trace{}, false
	}
	var one [1]byte
	if _, err := hex.Decode(one[:], []byte(version)); err != nil || version == "ff" {
		return Trace{}, false
	}
	if _, err := hex.Decode(one[:], []byte(flags)); err != nil {
		return Trace{}, false
	}
	t.Sampled = one[0]&1 != 0
	if _, err := hex.Decode(t.ID[:], []byte(text[3:35])); err != nil || !t.Valid() {
		return Trace{}, false
	}
	if _, err := hex.Decode(t.Parent[:], []byte(text[36:52])); err != nil || t.Parent == [8]byte{} {
		return Trace{}, false
	}
	return t, true
}
