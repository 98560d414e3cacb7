// Package h2 keeps one connection of HTTP/2, of a client or of a server: frames,
// compression of headers, flow control, and limits against a hostile other side. It
// knows no JavaScript.
package h2
