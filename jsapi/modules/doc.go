// Package modules is require(): CommonJS modules of a project and its
// node_modules, compiled once per content, with the core modules given to it.
package modules
