// Package assets does on request what the asset pipeline of Sails does at lift:
// it inserts tags for scripts and style sheets into pages, compiles LESS to style
// sheets, CoffeeScript to scripts, and templates to functions. Files on disk are
// not changed.
package assets
