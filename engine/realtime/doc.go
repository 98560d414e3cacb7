// Package realtime serves a project over sockets: it reads config.sockets, answers
// virtual requests, calls the functions of the project for clients that connect,
// and connects pub/sub, JavaScript and other servers with the hub. A Server
// outlives the versions of the project; a Version holds the settings and functions
// of one of them.
package realtime
