// Package locale holds the translations of a project and selects the locale of a
// request.
package locale
