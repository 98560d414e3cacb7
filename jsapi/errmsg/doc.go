// Package errmsg gives the errors that goja makes the messages and the stacks of V8.
package errmsg
