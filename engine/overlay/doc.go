// Package overlay shows browsers in development what is wrong: why the last save
// of the project is not served, and why a request failed.
package overlay
