// Package mochaopts finds out which tests a project runs and how: from
// test/mocha.opts, .mocharc.json or package.json, and the command line.
package mochaopts
