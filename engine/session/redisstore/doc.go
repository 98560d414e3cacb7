// Package redisstore keeps sessions in Redis, as connect-redis lays them out.
package redisstore
