// Package stock brings the clients and the test suites that others publish to
// the tests of the sockets; nothing else imports it.
package stock
