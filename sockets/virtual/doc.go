// Package virtual reads the requests that sails.io.js sends as events, and
// writes the acknowledgements that each of its releases expects.
package virtual
