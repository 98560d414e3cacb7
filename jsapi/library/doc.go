// Package library stands in for libraries: for _ and async, which classic
// projects use as globals without installing them, and for modules of npm that
// are compiled for Node, such as bcrypt.
package library
