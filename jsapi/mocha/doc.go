// Package mocha runs a project's mocha tests in its realm: describe, it and the
// hooks register them, and a Runner runs them one after the other. Each is an
// operation of its own, so that errors in its timers and promises fail this test.
package mocha
