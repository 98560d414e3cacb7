// Package sockets is what the server's sockets share: their rooms, and the
// broker that carries them across processes.
package sockets
