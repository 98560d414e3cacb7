// Package intl formats numbers, dates, lists and names by locale, as Intl of Node 20 does.
//
// It knows nothing of JavaScript: package node reads the options of the constructors and
// calls it. Its data are those of CLDR 48, which Node 20 has through ICU 78, in cldr.bin
// (Copyright Unicode, Inc., under the Unicode License v3). The program in generate writes
// that file. Each table of a locale is decompressed when it is first asked for.
//
// The modules of Go that carry CLDR have other releases of it, with other texts:
// golang.org/x/text has CLDR 32.
package intl
