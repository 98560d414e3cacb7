// Package control lets processes of the same user on the same machine ask the
// servers of a project to reload it.
package control
