// Package qs reads query strings and form bodies with bracket syntax into
// values that keep their order, as the qs module of the classic releases does.
package qs
