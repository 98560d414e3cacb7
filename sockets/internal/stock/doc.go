// Package stock provides published clients and test suites of others for the
// tests of the sockets; nothing else imports it.
package stock
