package main

import (
	"fmt"
	"io"
	"net/http"
	"time"

	"github.com/spf13/cobra"

	"framework/engine/health"
)

// healthTimeout is how long a server has to answer.
const healthTimeout = 5 * time.Second

func healthCommand() *cobra.Command {
	var alive bool
	cmd := &cobra.Command{
		Use:   "health [address]",
		Short: "Ask a server whether it is ready",
		Long: `Ask the server at an address (default: http://127.0.0.1:1337) whether it is
ready, print its answer, and exit with 1 if it is not: for the health checks of containers, which
have no other program to ask with.`,
		Args: usage(cobra.MaximumNArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			address := "http://127.0.0.1:1337"
			if len(args) > 0 {
				address = args[0]
			}
			path := health.Path
			if alive {
				path = health.AlivePath
			}
			req, err := http.NewRequestWithContext(cmd.Context(), http.MethodGet, address+path, http.NoBody)
			if err != nil {
				return &usageError{fmt.Errorf("%s is no address: %w", address, err)}
			}
			res, err := (&http.Client{Timeout: healthTimeout}).Do(req)
			if err != nil {
				return fmt.Errorf("no server answers: %w", err)
			}
			defer res.Body.Close()
			text, err := io.ReadAll(io.LimitReader(res.Body, 64<<10))
			if err != nil {
				return err
			}
			fmt.Fprintln(cmd.OutOrStdout(), string(text))
			if res.StatusCode != http.StatusOK {
				return fmt.Errorf("the server at %s is not ready: %s", address, res.Status)
			}
			return nil
		},
	}
	cmd.Flags().BoolVar(&alive, "alive", false, "ask only whether it runs")
	return cmd
}
