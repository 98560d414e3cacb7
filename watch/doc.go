// Package watch reports which files below a folder have changed. It compares
// contents, ignores temporary states of a save, and reports changes in batches.
package watch
