package jsapi_test

import (
	"bytes"
	"context"
	"log/slog"
	"testing"
	"time"

	"framework/jsapi"
)

// Work that Close interrupts is no error, so nothing is logged.
func TestCloseDoesNotLogInterruptedWork(t *testing.T) {
	for name, src := range map[string]string{
		"the turn itself": `started(); for (;;) {}`,
		"a tick":          `nextTick(() => { started(); for (;;) {} })`,
		"a promise job":   `Promise.resolve().then(() => { started(); for (;;) {} })`,
		"a timer":         `setTimeout(() => { started(); for (;;) {} }, 1)`,
	} {
		t.Run(name, func(t *testing.T) {
			var log bytes.Buffer
			i := isolate(t, jsapi.Options{Log: slog.New(slog.NewTextHandler(&log, nil))})
			started := make(chan struct{})
			i.Begin(context.Background(), func(r *jsapi.Realm, op *jsapi.Op) {
				bind(r, new([]string))
				r.Runtime().Set("started", func() { close(started) })
				if err := run(r, src); err != nil {
					op.Settle(nil, err)
				}
			})
			select {
			case <-started:
			case <-time.After(10 * time.Second):
				t.Fatal("it does not start")
			}
			if err := i.Close(context.Background()); err != nil {
				t.Fatal(err)
			}
			if log.Len() > 0 {
				t.Errorf("it logs %s", &log)
			}
		})
	}
}
