package node

import "embed"

// scripts are the JavaScript parts of the core modules. Each is the body of a
// function (exports, require, module, native).
//
//go:embed js/*.js
var scripts embed.FS
