// Package mongoconn connects to the MongoDB server that the configuration of a
// project names.
package mongoconn
