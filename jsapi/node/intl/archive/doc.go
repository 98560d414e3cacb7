// Package archive stores tables of texts by language, compressed, such that
// reading one table of one language costs nothing for the others.
//
// A table has sorted keys, which all languages share, and for each language the values of
// these keys. A variant of a language, such as de-AT, holds only what differs from
// its parent. An empty value is an absent one.
package archive
