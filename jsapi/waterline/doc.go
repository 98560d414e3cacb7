// Package waterline is the JavaScript interface of the ORM: it reads the models of
// a project, binds them to compiled models, and provides query methods, deferreds
// and record objects.
package waterline
