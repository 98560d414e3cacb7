// Package accelerate has the functions that compiled code calls in place of operations
// which the engine does slowly. They give what the operations give.
package accelerate
