// Package pace lets long computations in Go end with their context, and give way to
// others that wait for a processor.
package pace
