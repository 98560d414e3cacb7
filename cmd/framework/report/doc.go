// Package report writes how a project's tests went: as a list, as dots, or as
// the JSON that mocha's tools read.
package report
