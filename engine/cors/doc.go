// Package cors decides which other sites may read the answers of which routes, as
// configured in config/cors.js and by the route option cors.
package cors
