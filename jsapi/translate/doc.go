// Package translate gives the project's JavaScript the functions of i18n: __,
// __n, getLocale, setLocale and their like, as the i18n module of the classic
// releases has them.
package translate
