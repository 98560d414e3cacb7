// Package functions gives functions what goja does not: the prototype of asynchronous methods. It has
// what compiled code calls for that.
package functions
