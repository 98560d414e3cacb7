package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"golang.org/x/mod/semver"

	"framework/engine"
)

// releasesVariable names where releases are looked for, if --from does not.
const releasesVariable = "FRAMEWORK_RELEASES"

// sumsFile is the file of a release that lists its archives.
const sumsFile = "SHA256SUMS"

func upgradeCommand() *cobra.Command {
	var check bool
	var from string
	cmd := &cobra.Command{
		Use:   "upgrade --check --from PLACE",
		Short: "Say whether a release is newer than this program",
		Long: `Compare this program with the release at a place: a folder, or an address that
begins with http:// or https://, which has the file SHA256SUMS of the release. The
environment variable FRAMEWORK_RELEASES is used where --from is not given.

The program asks nobody by itself, and never replaces itself: install the archive
that this names, after its checksum was compared. Exits with 2 if the release
is newer.`,
		Args: usage(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if !check {
				return &usageError{errors.New("the program does not replace itself: use --check, and install the archive that it names")}
			}
			if from == "" {
				from = os.Getenv(releasesVariable)
			}
			if from == "" {
				return &usageError{fmt.Errorf("nobody is asked by itself: say where releases are, with --from or %s", releasesVariable)}
			}
			sums, err := readRelease(cmd.Context(), from)
			if err != nil {
				return err
			}
			return compareRelease(cmd.OutOrStdout(), sums, from)
		},
	}
	cmd.Flags().BoolVar(&check, "check", false, "compare only")
	cmd.Flags().StringVar(&from, "from", "", "folder or address of a release")
	return cmd
}

// readRelease reads the list of the archives of a release.
func readRelease(ctx context.Context, from string) (string, error) {
	if !strings.HasPrefix(from, "http://") && !strings.HasPrefix(from, "https://") {
		text, err := os.ReadFile(filepath.Join(from, sumsFile))
		return string(text), err
	}
	ctx, cancel := context.WithTimeout(ctx, 30*time.Second)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, strings.TrimRight(from, "/")+"/"+sumsFile, http.NoBody)
	if err != nil {
		return "", err
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return "", err
	}
	defer res.Body.Close()
	if res.StatusCode != http.StatusOK {
		return "", fmt.Errorf("%s: %s", req.URL, res.Status)
	}
	text, err := io.ReadAll(io.LimitReader(res.Body, 1<<20))
	return string(text), err
}

// archiveLine is the line of an archive for a system.
var archiveLine = regexp.MustCompile(`(?m)^([0-9a-f]{64})  (framework-(\d+\.\d+\.\d+\S*?)-([a-z]+)-([a-z0-9]+)\.(?:tar\.gz|zip))$`)

// compareRelease says whether a release is newer than this program, and which archive is
// the one to install.
func compareRelease(w io.Writer, sums, from string) error {
	for _, found := range archiveLine.FindAllStringSubmatch(sums, -1) {
		if found[4] != runtime.GOOS || found[5] != runtime.GOARCH {
			continue
		}
		switch semver.Compare("v"+found[3], "v"+engine.Version) {
		case 0:
			fmt.Fprintf(w, "this is the release: %s\n", engine.Version)
			return nil
		case -1:
			fmt.Fprintf(w, "this is %s, newer than the release %s\n", engine.Version, found[3])
			return nil
		}
		fmt.Fprintf(w, "there is %s, this is %s: install %s/%s\nsha256 %s\n", found[3], engine.Version, strings.TrimRight(from, "/"), found[2], found[1])
		return errPending
	}
	return fmt.Errorf("%s of %s has no archive for %s on %s", sumsFile, from, runtime.GOOS, runtime.GOARCH)
}
