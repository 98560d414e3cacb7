// Package actions loads the actions of a project: controllers (0.10 to 0.12), or
// actions and helpers that are definitions with inputs and exits (1.x).
package actions
