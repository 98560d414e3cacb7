package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"framework/cmd/framework/manual"
	"framework/docs"
)

func docsCommand() *cobra.Command {
	var port int
	cmd := &cobra.Command{
		Use:   "docs [words]",
		Short: "Read the documentation, or search it",
		Long: `Serve the documentation, which is in the program, on this machine until the program is
interrupted. With words, print the places that have all of them instead.`,
		Example: `  framework docs
  framework docs populate sort`,
		RunE: func(cmd *cobra.Command, args []string) error {
			m, err := manual.New(docs.Pages)
			if err != nil {
				return err
			}
			if len(args) > 0 {
				return printHits(cmd.OutOrStdout(), m, strings.Join(args, " "))
			}
			return serveDocs(cmd.Context(), cmd.OutOrStdout(), m, port)
		},
	}
	cmd.Flags().IntVar(&port, "port", 0, "port to listen on, 0 picks a free one")
	return cmd
}

// mostPrinted is how many places are printed for words.
const mostPrinted = 10

func printHits(out io.Writer, m *manual.Manual, words string) error {
	hits, meant := m.Search(words)
	if len(hits) == 0 {
		text := fmt.Sprintf("nothing in the documentation has all of these words: %s", words)
		if meant != "" {
			text += fmt.Sprintf("; did you mean %q?", meant)
		}
		return errors.New(text)
	}
	var b strings.Builder
	for _, h := range hits[:min(len(hits), mostPrinted)] {
		title := h.Page.Title
		if h.Section.Title != title {
			title += " > " + h.Section.Title
		}
		fmt.Fprintf(&b, "%s  (%s.md#%s)\n  %s\n", title, h.Page.Name, h.Section.Anchor, h.Excerpt)
	}
	if more := len(hits) - mostPrinted; more > 0 {
		fmt.Fprintf(&b, "and %d more: framework docs shows them in a browser\n", more)
	}
	_, err := io.WriteString(out, b.String())
	return err
}

// serveDocs serves the documentation until ctx ends.
func serveDocs(ctx context.Context, out io.Writer, m *manual.Manual, port int) error {
	handler, err := m.Handler()
	if err != nil {
		return err
	}
	var lc net.ListenConfig
	ln, err := lc.Listen(ctx, "tcp", net.JoinHostPort("127.0.0.1", strconv.Itoa(port)))
	if err != nil {
		return fmt.Errorf("the documentation cannot be served (choose another port with --port): %w", err)
	}
	if _, err := fmt.Fprintf(out, "The documentation is at http://%s (Ctrl+C ends)\n", ln.Addr()); err != nil {
		return errors.Join(err, ln.Close())
	}
	server := &http.Server{Handler: handler, ReadHeaderTimeout: 10 * time.Second}
	stop := context.AfterFunc(ctx, func() { _ = server.Close() }) // nothing is left to be done
	defer stop()
	if err := server.Serve(ln); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}
