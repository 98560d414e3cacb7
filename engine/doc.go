// Package engine serves a project folder: it builds snapshots of it, swaps
// them under running requests, and owns what outlives them: the listener, the
// sessions and the databases. It is the only package that knows all others.
package engine
