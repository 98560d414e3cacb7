// Package unicodeprops writes out the Unicode properties of regular expressions,
// which the JavaScript engine does not know, as classes of characters.
package unicodeprops
