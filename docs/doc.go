// Package docs holds the documentation for users, for the command framework docs.
package docs

import "embed"

// Pages are the pages, by their file names.
//
//go:embed *.md
var Pages embed.FS
