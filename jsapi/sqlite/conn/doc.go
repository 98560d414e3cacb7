// Package conn is one connection to SQLite by its C interface: statements with all that SQLite says of them,
// functions in Go, copies of databases.
//
// A Conn is used by one goroutine at a time, but for Interrupt. Functions that SQL calls run
// inside of Step; they may use the connection, but neither close it nor touch the statement that runs.
package conn
