// Package observe has the record of a request, and those who get it when the request is
// answered: the request log, metrics, traces and the development page.
package observe
