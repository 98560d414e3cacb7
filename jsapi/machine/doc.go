// Package machine runs definitions {inputs, exits, fn}: it makes actions,
// helpers and scripts of them.
package machine
