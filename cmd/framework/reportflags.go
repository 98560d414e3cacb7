package main

import (
	"encoding/json"
	"io"

	"github.com/spf13/cobra"
)

// reportFlags are the flags of every command that reads a project and prints what it
// finds, as text or as JSON.
type reportFlags struct {
	projectFlags
}

func (f *reportFlags) register(cmd *cobra.Command) {
	f.projectFlags.register(cmd)
	cmd.Flags().BoolVar(&f.json, "json", false, "print JSON")
}

// write prints what was found; text is how it looks without --json.
func (f *reportFlags) write(cmd *cobra.Command, found any, text func(w io.Writer) error) error {
	w := cmd.OutOrStdout()
	if !f.json {
		return text(w)
	}
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(found)
}
