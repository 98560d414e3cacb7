// Package doctor says what a project needs and whether it is here: before it is served,
// from its files, its settings and what became of loading it. It runs nothing itself.
// What is supported comes from the packages that support it.
package doctor
