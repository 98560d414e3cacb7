package main

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"framework/engine/control"
	"framework/engine/profiler"
)

func profileCommand() *cobra.Command {
	var seconds int
	var output string
	var loop bool
	cmd := &cobra.Command{
		Use:   "profile [js|cpu|heap|goroutines] [dir]",
		Short: "Record a profile of the running server of a project",
		Long: `Record a profile of the server that runs on the project in dir (default: the
current folder), and write it to a file that 'go tool pprof' and other tools
read, and beside it as a page with a flame graph.

  js          time of JavaScript, by file and line (the default)
  cpu         processor time of the program
  heap        what memory is used for
  goroutines  what waits, and for what

With --loop nothing is recorded: it says what waits for JavaScript, and what
keeps it from ending.`,
		Example: "  framework profile --seconds 30\n  framework profile heap ~/projects/shop --output heap.pb.gz",
		Args:    usage(cobra.MaximumNArgs(2)),
		RunE: func(cmd *cobra.Command, args []string) error {
			if loop {
				said, err := control.AskLoop(cmd.Context(), folder(args))
				for _, line := range said {
					fmt.Fprintln(cmd.OutOrStdout(), line)
				}
				return err
			}
			kind := profiler.JavaScript
			if len(args) > 0 {
				given, err := profiler.ParseKind(args[0])
				switch {
				case err == nil:
					kind, args = given, args[1:]
				case len(args) > 1 || !isFolder(args[0]):
					return &usageError{err}
				}
			}
			if most := int(profiler.MaxTime.Seconds()); seconds < 1 || seconds > most {
				return &usageError{fmt.Errorf("--seconds %d: use a number from 1 to %d", seconds, most)}
			}
			if output == "" {
				output = fmt.Sprintf("%s-%s.pb.gz", kind, time.Now().Format("150405"))
			}
			return writeProfile(cmd, folder(args), kind, seconds, output)
		},
	}
	cmd.Flags().IntVar(&seconds, "seconds", 10, "how long to record (js and cpu)")
	cmd.Flags().StringVarP(&output, "output", "o", "", "file to write (default: the kind and the time)")
	cmd.Flags().BoolVar(&loop, "loop", false, "say what waits for JavaScript instead")
	return cmd
}

func isFolder(name string) bool {
	st, err := os.Stat(name)
	return err == nil && st.IsDir()
}

// writeProfile has a profile recorded, and writes it and its page.
func writeProfile(cmd *cobra.Command, dir string, kind profiler.Kind, seconds int, output string) error {
	if kind.Lasts() {
		fmt.Fprintf(cmd.ErrOrStderr(), "recording for %d seconds\n", seconds)
	}
	profiles, err := control.AskProfile(cmd.Context(), dir, string(kind), seconds)
	if err != nil {
		return err
	}
	if len(profiles) > 1 {
		return errors.New("several servers run on the project: stop all but one")
	}
	for _, text := range profiles {
		if err := os.WriteFile(output, text, 0o644); err != nil {
			return err
		}
		fmt.Fprintf(cmd.OutOrStdout(), "wrote %s (go tool pprof %s)\n", output, output)
		graph, err := profiler.NewGraph(text)
		if err != nil {
			return err
		}
		if graph.Root.Value == 0 {
			fmt.Fprintln(cmd.OutOrStdout(), "nothing ran meanwhile: there is no flame graph")
			return nil
		}
		name := strings.TrimSuffix(strings.TrimSuffix(output, ".gz"), ".pb") + ".html"
		f, err := os.Create(name)
		if err != nil {
			return err
		}
		if err := errors.Join(graph.WritePage(f, string(kind)+" of "+dir), f.Close()); err != nil {
			return err
		}
		fmt.Fprintf(cmd.OutOrStdout(), "wrote %s, open it in a browser\n", name)
	}
	return nil
}
