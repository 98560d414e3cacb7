// Package warnings finds what a project should know about and can live with: typing
// errors in settings, rules that guard nothing, routes that no request reaches, and
// associations that lead around policies.
package warnings
