// Package datastore opens the databases that the configuration of a project names,
// shares them between the versions of the project, and builds, migrates and closes
// what the models keep there.
package datastore
