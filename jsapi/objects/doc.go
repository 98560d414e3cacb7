// Package objects reads the objects of the engine where it keeps them: elements of arrays, members of
// plain objects, entries of Map and Set. Nothing that scripts could notice happens, no getter runs.
package objects
