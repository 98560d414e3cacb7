// Package accelerate has the functions that compiled code calls in place of operations
// which the engine does slowly, and faster ones in place of built-in functions. They give what
// the others give.
package accelerate
