// Package browser visits projects with a real browser, and with the published clients of
// Sails in their pages. It has tests alone.
package browser
