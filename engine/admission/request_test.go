package admission_test

import (
	"context"
	"testing"

	"framework/engine/admission"
)

// TestStarted: a client's request may be refused until something of it is done; what
// is none is always seen through.
func TestStarted(t *testing.T) {
	none := t.Context()
	if !admission.Started(none) {
		t.Error("work of nobody may be refused")
	}
	admission.Start(none)
	request := admission.Arrive(none)
	part, cancel := context.WithCancel(request)
	defer cancel()
	other := admission.Arrive(none)
	if admission.Started(request) || admission.Started(part) {
		t.Error("a request that has just come is started")
	}
	admission.Start(part)
	if !admission.Started(request) || !admission.Started(part) {
		t.Error("a request is not started although something of it is done")
	}
	if admission.Started(other) {
		t.Error("another request is started with it")
	}
	if inner := admission.Arrive(request); admission.Started(inner) {
		t.Error("a request within another is started with it")
	}
}
