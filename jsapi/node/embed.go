package node

import "embed"

// scripts are the parts of the core modules that are written in JavaScript,
// each the body of a function of exports, require, module and native.
//
//go:embed js/*.js
var scripts embed.FS
