package engine

import "framework/engine/snapshot"

// ScriptArguments returns what Fork takes, if the arguments of this program are to run a script: a project has
// started it, itself or through a shell, as it would start Node.
func ScriptArguments(args []string) ([]string, bool) { return snapshot.ScriptArguments(args) }

// Fork runs a script in this process: args are flags of Node, the script and its arguments. It returns the exit code.
func Fork(args []string) int { return snapshot.Fork(args) }
