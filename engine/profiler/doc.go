// Package profiler records profiles of the running server: of its JavaScript, of the
// program, of its memory; and draws them as flame graphs.
package profiler
