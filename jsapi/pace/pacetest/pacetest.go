package pacetest

import (
	"context"
	"errors"
	"testing"

	"framework/jsapi/pace"
)

// After returns a context that is canceled at its n-th check, and a function that says how many there were.
func After(ctx context.Context, n int) (context.Context, func() int) {
	ctx, cancel := context.WithCancel(ctx)
	checks := 0
	return pace.With(ctx, func() {
		if checks++; checks == n {
			cancel()
		}
	}), func() int { return checks }
}

// Ends fails the test unless each of the computations ends with its context, at the third check.
func Ends(t *testing.T, computations map[string]func(ctx context.Context) error) {
	t.Helper()
	for name, run := range computations {
		const last = 3
		ctx, checks := After(t.Context(), last)
		if err := run(ctx); !errors.Is(err, context.Canceled) || checks() != last {
			t.Errorf("%s: %v after %d checks", name, err, checks())
		}
	}
}
