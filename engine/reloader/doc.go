// Package reloader decides when a project that is served is built again, and has
// it built: one build at a time, restarted when files change while it runs.
package reloader
