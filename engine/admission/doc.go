// Package admission controls admission under overload: a request that has
// waited too long in a queue is refused before any of it has been executed. A
// request that has started is never refused.
package admission
