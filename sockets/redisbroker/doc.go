// Package redisbroker sends broadcasts and room operations of hubs to other
// processes, through Redis. It uses the messages of the adapter socket.io-redis
// and of the sockets hook of Sails, so that servers on Node and the emitters of
// workers can take part.
package redisbroker
