// Package outages tests what the program does when a disk or a server that it needs is
// away, and when it is itself to stop.
package outages
