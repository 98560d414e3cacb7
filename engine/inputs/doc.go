// Package inputs says which files of a project's folder a build reads, and what
// a change in one of them means.
package inputs
