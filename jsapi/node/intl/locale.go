package intl

import (
	"strings"
)

// Locale is a resolved locale.
type Locale struct {
	// Tag is what resolvedOptions calls it, without extensions.
	Tag string
	// data is the name of its tables.
	data string
}

// Find returns the locale with data that fits a canonical tag best, and whether there is one: the
// tag itself or, as BestAvailableLocale of ECMA-402 has it, the tag with subtags cut off at its end.
func Find(tag string) (Locale, bool) {
	for tag != "" {
		if data, ok := available(tag); ok {
			return Locale{tag, data}, true
		}
		at := strings.LastIndexByte(tag, '-')
		if at < 0 {
			break
		}
		if at >= 2 && tag[at-2] == '-' {
			at -= 2
		}
		tag = tag[:at]
	}
	return Locale{}, false
}

// English is the locale that answers for those without data.
func English() Locale { return Locale{"en-US", "en"} }

// available reports whether Node has a locale by this very tag, and where its data are.
func available(tag string) (data string, ok bool) {
	if tables().Has("number", tag) {
		return tag, true
	}
	if data := shared("content", tag); data != "" {
		return data, true
	}
	// A language with a region stands for the one with the script that is usual there.
	language, region, ok := strings.Cut(tag, "-")
	if !ok || len(region) > 3 || len(region) < 2 || !tables().Has("number", language) {
		return "", false
	}
	full := shared("likely", tag)
	if full == "" {
		full = shared("likely", "und-"+region)
	}
	if !strings.HasPrefix(full, language+"-") {
		full = shared("likely", language)
		full = full[:strings.LastIndexByte(full, '-')+1] + region
	}
	parts := strings.Split(full, "-")
	if len(parts) != 3 || parts[0] != language {
		return "", false
	}
	if tables().Has("number", full) {
		return full, true
	}
	if data := shared("content", full); data != "" {
		return data, true
	}
	return "", false
}

// language returns the language of the data.
func (l Locale) language() string {
	language, _, _ := strings.Cut(l.data, "-")
	return language
}

// get returns a text of one of the locale's tables.
func (l Locale) get(name, key string) string { return table(name, l.data).Get(key) }
