// Package document has the values of databases of documents that JSON does not have.
package document
