// Package doctor reports what an existing project needs and whether the server
// supports it, from the project's files, its settings and the result of loading
// it. It runs no code of the project itself. The lists of what is supported
// come from the packages that implement it.
package doctor
