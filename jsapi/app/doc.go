// Package app makes the app object of a project (framework, alias sails) and
// its globals, and loads the project's modules into a realm.
package app
