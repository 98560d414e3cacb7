// Package compile compiles JavaScript to goja programs, and changes the syntax tree to
// work around defects of goja.
package compile
