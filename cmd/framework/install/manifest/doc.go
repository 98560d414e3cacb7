// Package manifest reads what the package.json of an npm package says, as npm
// reads it: members of a wrong type are as if they were absent.
package manifest
