// Package library holds the two libraries that classic projects use as globals
// without installing them: _ and async. They stand in where a project's
// node_modules has neither.
package library
