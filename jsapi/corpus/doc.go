// Package corpus has packages from npm do their main job, and compares with Node. It has tests
// alone.
package corpus
