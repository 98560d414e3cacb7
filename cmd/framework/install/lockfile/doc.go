// Package lockfile reads the lock files of npm, package-lock.json and
// npm-shrinkwrap.json of lockfileVersion 1 to 3, and writes those of version 3.
package lockfile
