// Package registry brings packages from the npm registry that npm's own
// configuration names, and keeps what it brought in a cache.
package registry
