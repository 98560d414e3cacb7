// Package repl reads JavaScript from a person at a terminal, or from a pipe,
// has it run, and prints what it comes to.
package repl
