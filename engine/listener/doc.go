// Package listener accepts the connections of the server: refused clients get
// their answer, failures to accept are logged, certificates follow the project.
package listener
