// Package modules implements require(): CommonJS modules of a project and its
// node_modules, compiled once for each content, and the core modules in Options.
//
// It does not use goja_nodejs/require, which takes the requiring file from the call
// stack, where native functions falsify it, keeps programs by path for ever, and
// supports neither exports maps, require.cache, require.resolve nor symlinks.
package modules
