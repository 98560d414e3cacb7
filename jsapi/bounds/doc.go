// Package bounds limits goja's built-in functions: they refuse arguments for which
// they would take all the memory, the stack or the time of the process. goja checks
// for an interrupt only between the instructions of a script, and a call of a
// built-in function is one instruction, however long it loops.
package bounds
