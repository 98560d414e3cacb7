// Package test262 runs test262, the test suite of the language's standard, in realms of
// the server and in Node, and writes what both give into docs/npm.md. It has tests only.
package test262
