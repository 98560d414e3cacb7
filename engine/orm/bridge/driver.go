package bridge

import (
	"context"

	"framework/engine/value"
)

// Driver is an adapter written for Waterline. Safe for concurrent use.
type Driver interface {
	// Name is the one that datastores call it by.
	Name() string
	// Source is the file or the package that it is in.
	Source() string
	// Has reports whether the adapter has a method.
	Has(method string) bool
	// Members are the members of the adapter that are no functions: identity,
	// defaults, syncable, pkFormat.
	Members() *value.Map
	// Call calls a method with the arguments and a callback, and returns what it
	// calls back with. Operations with a place in a line (package sequence) are started
	// in their order. The error may be a Refusal.
	Call(ctx context.Context, method string, args ...any) (any, error)
}

// Refusal is an error that an adapter has called back with.
type Refusal interface {
	error
	// Details are the members of the error that say more: code, footprint,
	// invalidAttributes.
	Details() *value.Map
}
