// Package socketio is the server of the Socket.IO protocol in its versions 3, 4
// and 5, and of Socket.IO 0.9, on one port: namespaces, events with
// acknowledgements both ways, binary data, and rooms.
//
// What events mean is for the Handler of a namespace; values are those of
// package value, with []byte for binary data.
package socketio
