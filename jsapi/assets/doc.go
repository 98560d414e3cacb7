// Package assets compiles the assets of a project with the project's own packages,
// and reads its tasks/pipeline.js, for package engine/assets.
package assets
