// Package testenv finds what tests need from outside of the module: npm
// packages, database servers, a browser, a free port. Where one is missing the test is
// skipped and says what to do; in CI, where the variable of that name is set,
// it fails.
package testenv
