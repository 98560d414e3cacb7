// Package view renders a project's view templates inside of a realm: EJS with
// layouts, partials and blocks by itself, other engines through the project's
// own modules.
package view
