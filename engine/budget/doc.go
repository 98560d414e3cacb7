// Package budget bounds how many bytes of what clients send are in memory at
// once, of all connections together.
package budget
