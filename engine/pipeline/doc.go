// Package pipeline does what the asset pipeline of the peers does at lift, when
// it is asked for: it writes tags for scripts and style sheets into pages that
// have a place for them, and makes style sheets of LESS, scripts of CoffeeScript
// and functions of templates. Files stay as they are on disk.
package pipeline
