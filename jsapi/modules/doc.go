// Package modules is require(): CommonJS modules of a project and its
// node_modules, compiled once per content, with the core modules given to it.
//
// The resolver is our own: that of goja_nodejs/require takes the requiring file
// from the call stack, which natives falsify, keeps programs by path for ever,
// and knows neither exports maps, require.cache, require.resolve nor symlinks.
package modules
