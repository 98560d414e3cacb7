// Package audit lists what clients of a project can reach, and the policies in
// front of it.
package audit
