// Package httpd is the pipeline of requests: those over HTTP pass middleware, guards
// and routes, virtual ones (over sockets, and of the project itself) guards and
// routes. It is given the parts that it needs, and does not know how they are made.
package httpd
