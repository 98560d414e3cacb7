// Package node holds the Node core modules and globals that projects use:
// path, util, events, fs, os, url, querystring, assert, crypto, buffer,
// timers, process, console and the global functions around them.
package node
