// Package console runs what a person types, one input after the other, in the
// realm of a project, and shows the values as Node's console does.
package console
