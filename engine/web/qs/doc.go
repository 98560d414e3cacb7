// Package qs reads query strings and form bodies with bracket syntax into
// ordered values, as the qs module of the classic releases does.
package qs
