// Package answers is the part of the table of releases about what clients get: default actions,
// messages, responses, routes, static files. Tests of the packages that give it import it, so that
// they test servers that exist, without all that a project's code has.
package answers
