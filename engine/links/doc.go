// Package links writes tags for the scripts and style sheets of a project into
// pages that have a place for them, as the asset pipeline of the peers does at
// lift. Pages stay as they are on disk.
package links
