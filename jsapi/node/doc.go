// Package node implements the core modules and globals of Node that projects use,
// from path and util to http, streams and child processes. Sockets, files and
// processes that they open are closed with the realm.
package node
