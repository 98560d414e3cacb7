// Package jsapitest runs scripts in the realm of a test.
package jsapitest
