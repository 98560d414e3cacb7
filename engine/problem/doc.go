// Package problem describes something of a project that does not stop it and is
// probably a mistake: where it is, what it is, and what to do.
package problem
