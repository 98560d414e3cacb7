// Package admission sheds load: a request that has waited in a queue for too long
// is refused before any of it has been executed. A request that has started is
// never refused.
package admission
