// Package pool gives out the connections to a database server, and queues those who
// find none free.
package pool
