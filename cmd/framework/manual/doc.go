// Package manual serves the documentation in the program as pages with search.
package manual
