// Package view finds the view templates of a project and compiles EJS to the
// source of a JavaScript function, line by line, so that errors point into the
// template.
package view
