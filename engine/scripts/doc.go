// Package scripts reads the scripts of a project: those that the server loads, and those
// that they require by relative paths.
package scripts
