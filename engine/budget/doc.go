// Package budget bounds the memory for data that clients send: the number of
// bytes at one time, over all connections.
package budget
