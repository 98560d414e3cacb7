// Package standalone answers require('waterline'), and the adapters that are
// named with it, with the ORM of the server: models that code defines and opens
// by itself, separate from those of the project.
package standalone
