// Package console runs the inputs of an interactive console, one after the other,
// in the realm of a project, and prints values like Node's console.
package console
