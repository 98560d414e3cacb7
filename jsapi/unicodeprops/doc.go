// Package unicodeprops replaces the Unicode properties in regular expressions,
// which goja does not support, by character classes.
package unicodeprops
