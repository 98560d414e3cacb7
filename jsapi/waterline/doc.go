// Package waterline is the JavaScript face of the ORM: it reads the models of
// a project, binds them to compiled models, and gives the project's code the
// classic query methods, deferreds and record objects.
package waterline
