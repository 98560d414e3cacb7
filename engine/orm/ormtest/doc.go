// Package ormtest tests the contract of orm.Adapter, for every store: table tests of
// each operation, and random models, data, criteria and writes, whose outcome has to
// be the same as with Naive, an adapter that is simple rather than fast.
//
// Traits declare the differences between stores that the contract permits.
package ormtest
