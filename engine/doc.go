// Package engine serves a project folder: package snapshot builds versions of
// the folder for it, it replaces the served version while requests run, and it
// owns the listener. It knows no feature of a project.
package engine
