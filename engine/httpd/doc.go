// Package httpd is the pipeline of requests: those over HTTP pass middleware, guards
// and routes, virtual ones (over sockets, and of the project itself) guards and
// routes. It is given what it needs, and knows nothing of how that is made.
package httpd
