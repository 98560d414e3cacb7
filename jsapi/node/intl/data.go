package intl

import (
	_ "embed"
	"sync"

	"framework/jsapi/node/intl/archive"
)

//go:embed cldr.bin
var packed []byte

// tables is the open archive. It caches what it has decoded, for all realms.
var tables = sync.OnceValue(func() *archive.Archive {
	a, err := archive.Open(packed)
	if err != nil {
		panic("intl: cldr.bin: " + err.Error()) // the file is part of the program
	}
	return a
})

// table returns a table of a language; for the shared tables it is root.
func table(name, language string) *archive.Table {
	t, err := tables().Table(name, language)
	if err != nil {
		panic("intl: cldr.bin: " + err.Error())
	}
	return t
}

// shared returns the text of a key in a table that all locales share.
func shared(name, key string) string { return table(name, "root").Get(key) }
