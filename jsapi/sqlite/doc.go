// Package sqlite gives scripts SQLite databases: the native functions of node:sqlite and of the replacements
// for the packages better-sqlite3 and sqlite3, which have their interfaces in JavaScript.
package sqlite
