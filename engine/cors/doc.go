// Package cors decides which other sites may read the answers of which routes,
// by config/cors.js and the route option cors.
package cors
