// Package inspector listens for the clients of a debugger, as Node does with --inspect.
package inspector
