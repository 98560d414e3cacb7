// Package mapped finds places of a compiled script in the file as it was written, by the source
// map that the compiler has put behind it.
package mapped
