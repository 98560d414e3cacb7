// Package inputs determines which files of a project's folder a build reads,
// and the impact of a change in one of them.
package inputs
