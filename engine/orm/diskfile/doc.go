// Package diskfile reads the JSON file in which the document store of Sails 0.10 to
// 0.12 keeps the records of all models of a connection.
package diskfile
