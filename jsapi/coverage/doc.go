// Package coverage counts which statements and functions of scripts were run.
package coverage
