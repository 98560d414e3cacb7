// Package config merges the layers of a project's configuration, remembers
// where each value came from, and reads typed settings out of the result.
// It runs no JavaScript: functions and other things that are not data travel
// through it as opaque values.
package config
