// Package blueprints calls parseBlueprintOptions of a project, which says what a
// default action is to do (1.x), and gives projects the one that it begins with.
package blueprints
