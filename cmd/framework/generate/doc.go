// Package generate writes the files of new projects, models and controllers.
package generate
