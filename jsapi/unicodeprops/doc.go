// Package unicodeprops replaces what goja does not support in regular expressions:
// Unicode properties by character classes, and anchors of lines by what finds all line
// terminators.
package unicodeprops
