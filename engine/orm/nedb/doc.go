// Package nedb reads the files that the document store of Sails 1.x
// keeps its records in: one line of JSON for each change of a record.
package nedb
