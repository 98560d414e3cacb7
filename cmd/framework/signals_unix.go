//go:build unix

package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"
)

// atSignal1 calls fn at each SIGUSR1 until ctx ends.
func atSignal1(ctx context.Context, fn func()) {
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, syscall.SIGUSR1)
	go func() {
		defer signal.Stop(signals)
		for {
			select {
			case <-signals:
				fn()
			case <-ctx.Done():
				return
			}
		}
	}()
}
