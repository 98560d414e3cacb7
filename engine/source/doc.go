// Package source finds what a script requires, calls and defines, and where, without
// running it. It reads tokens only, so that it can also read ES modules,
// TypeScript and scripts with syntax errors.
package source
