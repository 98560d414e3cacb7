// Package diff describes how one version of a project differs from the one
// before it: routes, models, warnings.
package diff
