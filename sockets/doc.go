// Package sockets manages the socket connections of a server, across the versions
// of its project: the connected sockets, their rooms, and the order of their
// requests. A Dispatcher handles the requests.
package sockets
