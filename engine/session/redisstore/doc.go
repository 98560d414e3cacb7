// Package redisstore keeps sessions in Redis, in the format of connect-redis.
package redisstore
