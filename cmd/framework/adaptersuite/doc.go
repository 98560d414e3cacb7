// Package adaptersuite runs the tests that Sails publishes for adapters on every store, and
// uses databases that Sails has made. It has tests alone.
package adaptersuite
