package pace_test

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"

	"framework/jsapi/pace"
)

func TestCheck(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	if err := pace.Check(ctx); err != nil {
		t.Error(err)
	}
	gave := 0
	way := pace.With(ctx, func() { gave++ })
	if err := pace.Check(way); err != nil || gave != 1 {
		t.Errorf("gave way %d times, %v", gave, err)
	}
	r := pace.Reader(pace.With(ctx, cancel), strings.NewReader("data")) // it ends while others run
	if _, err := io.ReadAll(r); !errors.Is(err, context.Canceled) {
		t.Errorf("the reader goes on: %v", err)
	}
	if err := pace.Check(way); !errors.Is(err, context.Canceled) || gave != 1 {
		t.Errorf("an ended context: gave way %d times, %v", gave, err)
	}
}
