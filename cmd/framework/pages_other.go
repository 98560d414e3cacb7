//go:build !linux

package main

// forgetProgram does nothing: only Linux counts the program's own pages as its memory, and can be asked to leave them out.
func forgetProgram() {}
