// Package repl reads JavaScript from a terminal or a pipe, runs it in the
// project, and prints the results.
package repl
