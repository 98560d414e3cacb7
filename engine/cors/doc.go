// Package cors says which other sites may read the answers of which routes, as
// config/cors.js and the route option cors ask for.
package cors
