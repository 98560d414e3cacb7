package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"framework/engine"
	"framework/engine/value"
)

func openapiCommand() *cobra.Command {
	var flags projectFlags
	var out string
	cmd := &cobra.Command{
		Use:   "openapi [dir]",
		Short: "Print the HTTP interface of the project as an OpenAPI 3.1 document",
		Long: `Print the HTTP interface of the project as an OpenAPI 3.1 document in JSON: every
route with its parameters, bodies and answers, from the models, the inputs and exits
of actions, and the policies. config/openapi.js gives a title, addresses, and the
security schemes that policies stand for.

A server in development answers with the same document at /_framework/openapi.json.`,
		Example: `  framework openapi > openapi.json
  framework openapi --out docs/openapi.json ~/projects/shop`,
		Args: usage(cobra.MaximumNArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			flags.json = true
			return withProject(cmd, &flags, args, engine.NoDatabases, func(s *engine.Snapshot) error {
				p, err := s.OpenAPI(cmd.Context())
				if err != nil {
					return err
				}
				return writeOut(cmd, out, append(value.AppendIndent(nil, p.Document(), "  "), '\n'))
			})
		},
	}
	flags.register(cmd)
	cmd.Flags().StringVarP(&out, "out", "o", "", "file to write (default: standard output)")
	return cmd
}

func clientCommand() *cobra.Command {
	var flags projectFlags
	var out, lang string
	cmd := &cobra.Command{
		Use:   "client [dir]",
		Short: "Write a typed client of the project",
		Long: `Write a client of the project in TypeScript, as one file without dependencies: the
default actions of every model and the project's own actions over HTTP, and lists of
records that change with the server, over sails.io.js.`,
		Example: `  framework client --lang ts --out web/src/api.ts`,
		Args:    usage(cobra.MaximumNArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			if lang != "ts" {
				return &usageError{fmt.Errorf("--lang %.20s: the language has to be ts", lang)}
			}
			flags.json = true
			return withProject(cmd, &flags, args, engine.NoDatabases, func(s *engine.Snapshot) error {
				text, err := s.Client(cmd.Context())
				if err != nil {
					return err
				}
				return writeOut(cmd, out, text)
			})
		},
	}
	flags.register(cmd)
	cmd.Flags().StringVar(&lang, "lang", "ts", "language of the client: ts")
	cmd.Flags().StringVarP(&out, "out", "o", "", "file to write (default: standard output)")
	return cmd
}

// writeOut writes a text to a file, unless it has it already, or to standard output.
func writeOut(cmd *cobra.Command, file string, text []byte) error {
	if file == "" {
		_, err := cmd.OutOrStdout().Write(text)
		return err
	}
	old, err := os.ReadFile(file)
	if err == nil && bytes.Equal(old, text) {
		return nil
	}
	if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o755), os.WriteFile(file, text, 0o644)); err != nil {
		return fmt.Errorf("--out: %w", err)
	}
	return nil
}
