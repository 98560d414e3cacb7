// Package types writes the TypeScript declarations of a project: its models, helpers,
// actions, settings, policies and views, and what the server offers them.
package types
