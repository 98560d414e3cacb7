// Package protocol answers the clients of a debugger in the Chrome DevTools Protocol: its
// domains Debugger and Runtime.
package protocol
