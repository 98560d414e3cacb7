// Package redisbroker carries what hubs do to their rooms across processes,
// through Redis. It speaks what the adapter socket.io-redis and the hook of
// existing projects publish, so that their servers and the emitters of their
// workers take part.
package redisbroker
