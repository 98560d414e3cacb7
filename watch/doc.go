// Package watch tells what changed in a folder: it turns the noise that a file
// system and editors make into settled batches of changes of content.
package watch
