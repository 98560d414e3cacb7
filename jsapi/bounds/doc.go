// Package bounds has goja's built-in functions refuse what would take all the
// memory, the stack or the time of the process. goja looks at its interrupt
// between the instructions of a script only, and a built-in function that loops
// by a length it was given is one instruction.
package bounds
