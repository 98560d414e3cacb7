// Package redisconn connects to the Redis server that the configuration of a
// project names.
package redisconn
