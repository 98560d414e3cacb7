// Package programtest runs the program for tests and benchmarks: it builds it, writes
// projects, and serves them as processes of their own.
package programtest
