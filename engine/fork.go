package engine

import "framework/engine/snapshot"

// ForkArgument is the first argument of this program where a project has started it to run
// a script, see Fork.
const ForkArgument = snapshot.ForkArgument

// Fork runs the script that the arguments after ForkArgument name, in this process, and
// returns its exit code.
func Fork(args []string) int { return snapshot.Fork(args) }
