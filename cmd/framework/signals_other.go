//go:build !unix

package main

import "context"

// atSignal1 does nothing: the system has no SIGUSR1.
func atSignal1(context.Context, func()) {}
