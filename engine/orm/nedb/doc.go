// Package nedb reads the files that the document store of Sails 1.x
// keeps its records in: a line of JSON for everything that happened to one.
package nedb
