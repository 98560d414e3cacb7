// Package docs holds the documentation for users, for the command framework docs.
package docs

import "embed"

// Pages are the pages and their pictures, by their file names.
//
//go:embed *.md *.png
var Pages embed.FS
