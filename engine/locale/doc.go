// Package locale holds the translations of a project and chooses among the
// locales that it has.
package locale
