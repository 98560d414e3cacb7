// Package sqltext has what stores share of SQL and JSON text: the register of compiled
// models, reading the statements of projects, and writing result rows as the JSON of
// records.
package sqltext
