// Package datastore opens the databases that the configuration of a project names,
// shares them between the versions of the project, compiles the models and
// migrates their tables, and closes a database with the last version that uses it.
package datastore
