// Package overlay adds to the pages that browsers get in development the reason
// why the last save of the project is not served.
package overlay
