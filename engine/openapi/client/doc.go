// Package client writes a typed client of a project in TypeScript: its default actions and
// its own over HTTP, and live records over sails.io.js.
package client
