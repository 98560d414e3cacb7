// Package standalone answers require('waterline'), and the adapters that are
// named with it, with the ORM of the server: models that code defines and opens
// by itself, beside those of the project.
package standalone
