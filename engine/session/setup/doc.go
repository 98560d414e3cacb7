// Package setup makes the sessions of a project from its configuration, and keeps
// what outlives the versions of the project.
package setup
