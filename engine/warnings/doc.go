// Package warnings finds problems of a project that do not stop it: typing
// errors in settings, rules that guard nothing, routes that no request reaches,
// and associations that lead around policies.
package warnings
