// Package adapters loads and calls the adapters for Waterline that a project has: its
// own, in files, and installed packages.
package adapters
