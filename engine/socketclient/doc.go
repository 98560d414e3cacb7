// Package socketclient serves a script for pages that has the interface of
// sails.io.js, to projects that have no such file of their own.
package socketclient
