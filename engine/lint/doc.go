// Package lint reads the scripts of a project for names of what does not exist: modules,
// views, members of objects, attributes, exits, translations; and for queries that are never
// run.
package lint
