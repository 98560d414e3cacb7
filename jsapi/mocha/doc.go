// Package mocha runs a project's mocha-style tests in its realm: describe, it
// and the hooks register them, and a Runner runs them one after the other, each
// as an operation of its own, so that what goes wrong in the timers and
// promises of a test is its failure.
package mocha
