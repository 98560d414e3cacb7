// Package spelling finds the name that a misspelt one was probably meant to be.
package spelling
