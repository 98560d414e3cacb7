// Package legacyio is the server of the transport of Socket.IO 0.9, protocol
// "1": a handshake that names a session, then packets of text over WebSocket or
// long-polling, and heartbeats that the server begins.
//
// The rules are those of https://github.com/learnboost/socket.io-spec.
package legacyio
