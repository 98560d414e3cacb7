// Package bundle puts a project behind the program, in one executable file, and takes it
// out again.
package bundle
