// Package profile is the table of releases: how a project of Sails 0.10, 0.11,
// 0.12 or 1.x is served. Tests of other packages import it, so that they test
// servers that exist.
package profile
