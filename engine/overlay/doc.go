// Package overlay adds to the pages that browsers get in development why the last
// save of the project is not served.
package overlay
