// Package bsonvalue converts values to those of BSON, and back.
package bsonvalue
