// Package overload tests the program under attack: floods, hostile scripts and
// requests, exhausted memory and descriptors.
package overload
