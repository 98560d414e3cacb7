package main

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"framework/engine/spelling"
)

// usage makes the errors of an argument check usage errors in plain words.
func usage(check cobra.PositionalArgs) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		err := check(cmd, args)
		if err == nil {
			return nil
		}
		if len(args) > 0 && cmd.HasSubCommands() {
			return &usageError{fmt.Errorf("there is no command %q%s", args[0], spelling.DidYouMean(args[0], commandNames(cmd)))}
		}
		form := strings.TrimSuffix(cmd.UseLine(), " [flags]")
		if wrong := argumentCount.FindStringSubmatch(err.Error()); wrong == nil {
			return &usageError{err}
		}
		if len(args) == 0 {
			return &usageError{errors.New("an argument is missing: " + form)}
		}
		return &usageError{fmt.Errorf("the number of arguments is wrong (%s): %s", strings.Join(args, " "), form)}
	}
}

// argumentCount matches what cobra says about a wrong number of arguments.
var argumentCount = regexp.MustCompile(`\d arg\(s\)`)

func commandNames(cmd *cobra.Command) []string {
	var names []string
	for _, c := range cmd.Commands() {
		if !c.Hidden {
			names = append(append(names, c.Name()), c.Aliases...)
		}
	}
	return names
}

// flagError is a flag that cannot be read, in plain words.
func flagError(cmd *cobra.Command, err error) error {
	var unknown *pflag.NotExistError
	var invalid *pflag.InvalidValueError
	switch {
	case errors.As(err, &unknown) && unknown.GetSpecifiedShortnames() == "":
		name := unknown.GetSpecifiedName()
		text := "there is no flag --" + name
		if strings.HasPrefix(name, "inspect") && cmd.HasParent() && !cmd.HasSubCommands() {
			text += ": debuggers connect to lift, run and test"
		} else if near := spelling.Nearest(name, slices.Values(flagNames(cmd))); near != "" {
			text += "; did you mean --" + near + "?"
		}
		err = errors.New(text)
	case errors.As(err, &invalid):
		f := invalid.GetFlag()
		err = fmt.Errorf("--%s takes %s, not %q", f.Name, kindOf(f), invalid.GetValue())
	}
	return &usageError{err}
}

func flagNames(cmd *cobra.Command) []string {
	var names []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
	return names
}

// kindOf is what the value of a flag has to be.
func kindOf(f *pflag.Flag) string {
	switch f.Value.Type() {
	case "int", "int64", "uint":
		return "a whole number"
	case "bool":
		return "true or false"
	case "duration":
		return "a duration such as 10s"
	}
	return "a " + f.Value.Type()
}
