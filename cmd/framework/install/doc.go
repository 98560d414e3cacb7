// Package install brings the packages of a project's package.json into its
// node_modules, without npm and without Node.
package install
