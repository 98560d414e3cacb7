// Package engine serves a project folder: it has package snapshot build versions of
// it, swaps them under running requests, and owns the listener. It knows no feature
// of a project.
package engine
