// Package blueprints calls parseBlueprintOptions of a project, which decides
// what a default action does (1.x), and gives projects the built-in one, which
// they may call.
package blueprints
