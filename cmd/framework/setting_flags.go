package main

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"framework/engine/spelling"
)

// settingFlags rewrites flags of lift and console that the server does not have as settings:
// --fixtures as --set fixtures=true, --fixtures few as --set fixtures=few. Sails puts them into sails.config,
// where projects read them. Names that are close to that of a flag are left alone, and
// refused: they are mistyped.
func settingFlags(root *cobra.Command, args []string) []string {
	cmd, _, err := root.Find(args)
	if err != nil || cmd.Name() != "lift" && cmd.Name() != "console" {
		return args
	}
	cmd.InitDefaultHelpFlag()
	out := make([]string, 0, len(args))
	for i := 0; i < len(args); i++ {
		a := args[i]
		if a == "--" {
			return append(out, args[i:]...)
		}
		name, long := strings.CutPrefix(a, "--")
		name, _, hasValue := strings.Cut(name, "=")
		if !long || name == "" || strings.Contains(name, ".") {
			out = append(out, a)
			continue
		}
		if f := cmd.Flags().Lookup(name); f != nil {
			out = append(out, a)
			if !hasValue && f.NoOptDefVal == "" && i+1 < len(args) { // its value
				i++
				out = append(out, args[i])
			}
			continue
		}
		if spelling.Nearest(name, slices.Values(flagNames(cmd))) != "" {
			out = append(out, a)
			continue
		}
		setting := strings.TrimPrefix(a, "--")
		switch {
		case hasValue:
		case i+1 < len(args) && !strings.HasPrefix(args[i+1], "-"):
			i++
			setting += "=" + args[i]
		default:
			setting += "=true"
		}
		fmt.Fprintf(os.Stderr, "--%s is no flag of %s: it sets sails.config.%s\n", name, cmd.Name(), name)
		out = append(out, "--set", setting)
	}
	return out
}
