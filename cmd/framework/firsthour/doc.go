// Package firsthour tests what a newcomer does: new projects, and every command and
// example of the documentation.
package firsthour
