// Package machine turns definitions {inputs, exits, fn} into actions, helpers and
// scripts.
package machine
