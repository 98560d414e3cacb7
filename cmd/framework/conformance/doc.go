// Package conformance tests that the program answers what the real Sails answered.
package conformance
