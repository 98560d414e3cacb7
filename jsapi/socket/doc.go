// Package socket is what JavaScript sees of the connected sockets: req.socket,
// the app's io, and what the functions of config/sockets.js are given.
package socket
