// Package debug pauses scripts at their statements, and shows the variables there.
package debug
