// Package sockettest is a client of the socket protocol for tests: it sends
// virtual requests as sails.io.js does, and keeps what the server sends.
package sockettest
