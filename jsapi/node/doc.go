// Package node holds the Node core modules and globals that projects use, from
// path and util to http, streams and child processes. What they hold open
// outside of the realm ends with it.
package node
