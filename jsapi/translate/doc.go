// Package translate provides the functions of i18n in JavaScript: __, __n,
// getLocale, setLocale and others, as in the i18n module of the classic releases.
package translate
