// Package enginetest serves projects for tests of the engine.
package enginetest
