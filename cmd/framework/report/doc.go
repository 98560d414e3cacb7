// Package report writes the results of a project's tests: as a list, as dots,
// or as the JSON that mocha's tools read.
package report
