// Package project finds what a project folder holds: which files are
// controllers, models, policies and so on, and under which identities.
// It reads names and package.json, nothing else.
package project
