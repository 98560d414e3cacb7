// Package wasm is the WebAssembly namespace of a realm, on wazero. Modules run
// on the loop's goroutine and call back into the same realm.
//
// What crosses between realm and module are numbers (i64 as BigInt), memories,
// globals, tables of functions and functions; v128 and references do not.
package wasm
