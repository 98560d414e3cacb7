// Package sqltext is what SQL stores share: the register of compiled models,
// conditions as text, reading the statements of projects and writing result
// rows as the JSON of records.
package sqltext
