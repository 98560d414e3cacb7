// Package resolve chooses versions of packages and their folders, the way npm 7
// and newer do: each package as near to the project's own node_modules as its
// dependents allow.
package resolve
