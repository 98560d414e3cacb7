// Package library provides built-in replacements of libraries: _ and async, which
// classic projects use as globals without installing them, and npm packages that
// are compiled for Node, such as bcrypt.
package library
