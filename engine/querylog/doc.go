// Package querylog records the statements that the queries of a request run, for the log
// and for the page about a failed request.
package querylog
