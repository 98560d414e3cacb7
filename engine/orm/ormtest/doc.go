// Package ormtest is the contract of orm.Adapter as tests that every store
// runs: tables of cases for each operation, and random models, data, criteria
// and writes whose outcome has to be that of Naive, an adapter written to be
// read rather than to be fast.
//
// What databases may legitimately do differently is declared as Traits.
package ormtest
