// Package sockets keeps the socket connections of a server, over all versions
// of its project: who is connected and in which rooms, and whose requests run.
// What a request means is for its Dispatcher.
package sockets
