// Package source finds what a script requires and calls, and where, without running it. It
// looks at tokens only, which every script has: one that imports, one in TypeScript, and
// one with a mistake in it.
package source
