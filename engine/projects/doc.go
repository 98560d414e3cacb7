// Package projects plays scripts of requests against projects, with the packages from npm
// that they use. It has tests alone.
package projects
