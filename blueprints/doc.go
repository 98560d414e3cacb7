// Package blueprints holds the shadow routes that a controller/model pair
// gets without a line of routing code, and the eight default actions behind
// them, which run entirely in Go.
package blueprints
