// Package functions gives functions what goja does not: the prototype of asynchronous methods, and asynchronous
// generators. It has what compiled code calls for that.
package functions
