// Package redisconn connects to a Redis server as projects name it in their
// configuration.
package redisconn
