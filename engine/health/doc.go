// Package health answers whether the server is alive and whether it is ready.
package health
