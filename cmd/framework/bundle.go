package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"framework/cmd/framework/bundle"
)

func bundleCommand() *cobra.Command {
	var output, program string
	cmd := &cobra.Command{
		Use:   "bundle [dir]",
		Short: "Make one executable file of a project and the server",
		Long: `Write an executable file that has the project in dir (default: the current
folder) with its packages, and the server. Started anywhere, without arguments, it serves the project in
production. It takes the flags of lift, the other commands of this program
(./shop migrate apply), and --data DIR: the folder for what the project writes, by
default the folder "data" beside the file.

What belongs to this machine is left out: .tmp, .git, config/local.js. Settings
of the other one are given as environment variables or flags.`,
		Example: "  framework bundle ~/projects/shop --output shop\n  ./shop --port 8080 --data /var/lib/shop",
		Args:    usage(cobra.MaximumNArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			root, err := filepath.Abs(folder(args))
			if err != nil {
				return err
			}
			if program == "" {
				if program, err = os.Executable(); err != nil {
					return err
				}
			}
			if output == "" {
				output = filepath.Base(root) + "-server"
				if runtime.GOOS == "windows" {
					output += ".exe"
				}
			}
			return writeBundle(cmd, root, program, output)
		},
	}
	cmd.Flags().StringVarP(&output, "output", "o", "", "file to write (default: the name of the folder with -server)")
	cmd.Flags().StringVar(&program, "program", "", "program to take, such as that of a release for another system (default: this one)")
	return cmd
}

func writeBundle(cmd *cobra.Command, root, program, output string) error {
	if b := bundle.Open(program); b != nil {
		_ = b.Close()
		return &usageError{fmt.Errorf("%s has a project already: use the program itself", program)}
	}
	in, err := os.Open(program)
	if err != nil {
		return err
	}
	defer in.Close()
	path, err := filepath.Abs(output)
	if err != nil {
		return err
	}
	temporary := path + ".new"
	out, err := os.OpenFile(temporary, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o755)
	if err != nil {
		return err
	}
	defer os.Remove(temporary) //nolint:errcheck // it has been renamed
	summary, err := bundle.Write(out, in, root, temporary)
	if err = errors.Join(err, out.Close()); err != nil {
		return err
	}
	if err := os.Rename(temporary, path); err != nil {
		return err
	}
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	fmt.Fprintf(cmd.OutOrStdout(), "wrote %s, %.1f MB, with %d files of the project\n", output, float64(info.Size())/1e6, summary.Files)
	if len(summary.LeftOut) > 0 {
		fmt.Fprintf(cmd.OutOrStdout(), "left out: %s\n", strings.Join(summary.LeftOut, ", "))
	}
	return nil
}

// bundled makes the command line of a program with a project: that of lift in production
// unless another command or environment is named. The folder of the project becomes the
// current one.
func bundled(b *bundle.Bundle, args []string) ([]string, error) {
	defer func() { _ = b.Close() }() // it was only read
	data, args, err := dataFlag(args)
	if err != nil {
		return nil, err
	}
	if data == "" {
		own, err := os.Executable()
		if err != nil {
			return nil, err
		}
		data = filepath.Join(filepath.Dir(own), "data")
	}
	root, err := b.Unpack(data)
	if err != nil {
		return nil, fmt.Errorf("the project needs a folder that it may write to (--data): %w", err)
	}
	if err := os.Chdir(root); err != nil {
		return nil, err
	}
	if len(args) > 0 && !strings.HasPrefix(args[0], "-") {
		return args, nil
	}
	named := slices.ContainsFunc(args, func(a string) bool {
		return a == "--dev" || a == "--prod" || a == "--help" || a == "-h" || strings.HasPrefix(a, "--environment")
	})
	if !named && os.Getenv("NODE_ENV") == "" {
		args = append([]string{"--prod"}, args...)
	}
	return append([]string{"lift"}, args...), nil
}

// dataFlag takes --data out of a command line.
func dataFlag(args []string) (data string, rest []string, err error) {
	for i := 0; i < len(args); i++ {
		switch v, given := strings.CutPrefix(args[i], "--data="); {
		case args[i] == "--":
			return data, append(rest, args[i:]...), nil
		case given:
			data = v
		case args[i] == "--data":
			if i++; i == len(args) {
				return "", nil, errors.New("--data needs a folder")
			}
			data = args[i]
		default:
			rest = append(rest, args[i])
		}
	}
	return data, rest, nil
}
