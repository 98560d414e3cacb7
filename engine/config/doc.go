// Package config merges the layers of a project's configuration, records where
// each value came from, and reads typed settings from the result. It runs no
// JavaScript: functions and other values that are not data are opaque.
package config
