// The release: static programs for all systems, archives of them, checksums, the list of
// what is inside, and the notices of third parties. Everything that it writes depends on
// the source only: the same commit gives the same bytes, wherever it is built.
//
//	go run ./.release [-version 0.1.0] [-out dist] [-only linux/amd64]
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// targets are the systems and processors of a release.
var targets = []string{"linux/amd64", "linux/arm64", "darwin/amd64", "darwin/arm64", "windows/amd64", "windows/arm64"}

func main() {
	version := flag.String("version", "", "version of the release (default: that of the source)")
	out := flag.String("out", "dist", "folder to write to")
	only := flag.String("only", "", "build for one system and processor, such as linux/amd64")
	flag.Parse()
	if err := release(*version, *out, *only); err != nil {
		fmt.Fprintln(os.Stderr, "release:", err)
		os.Exit(1)
	}
}

func release(version, out, only string) error {
	own, err := sourceVersion()
	if err != nil {
		return err
	}
	switch {
	case version == "":
		version = own
	case version != own:
		return fmt.Errorf("the source has the version %s, not %s: change Version in engine/snapshot/options.go first", own, version)
	}
	list := targets
	if only != "" {
		if !slices.Contains(targets, only) {
			return fmt.Errorf("%s is no target: use one of %s", only, strings.Join(targets, ", "))
		}
		list = []string{only}
	}
	if err := os.MkdirAll(out, 0o755); err != nil {
		return err
	}
	var files []string
	write := func(name string, text []byte) error {
		files = append(files, name)
		return os.WriteFile(filepath.Join(out, name), text, 0o644)
	}
	for _, target := range list {
		goos, goarch, _ := strings.Cut(target, "/")
		fmt.Println("building", target)
		program, err := build(out, goos, goarch)
		if err != nil {
			return err
		}
		if len(files) == 0 { // all have the same modules
			mods, err := modules(program)
			if err != nil {
				return err
			}
			notices, err := notices(mods)
			if err != nil {
				return err
			}
			bom, err := bill(version, mods)
			if err != nil {
				return err
			}
			if err := errors.Join(write("THIRD_PARTY_NOTICES.txt", notices), write("framework-"+version+".cdx.json", bom)); err != nil {
				return err
			}
		}
		name, text, err := archive(version, goos, goarch, program, filepath.Join(out, "THIRD_PARTY_NOTICES.txt"))
		if err != nil {
			return err
		}
		if err := write(name, text); err != nil {
			return err
		}
		if goos == "linux" {
			image, err := image(version, goarch, program)
			if err != nil {
				return err
			}
			if err := write(fmt.Sprintf("framework-%s-%s.oci.tar", version, goarch), image); err != nil {
				return err
			}
		}
	}
	sums, err := checksums(out, files)
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(out, "SHA256SUMS"), []byte(sums), 0o644); err != nil {
		return err
	}
	formula, err := formula(version, sums)
	if err != nil || formula == "" {
		return err
	}
	return os.WriteFile(filepath.Join(out, "framework.rb"), []byte(formula), 0o644)
}

// sourceVersion is the version that the program says it has.
func sourceVersion() (string, error) {
	text, err := os.ReadFile("engine/snapshot/options.go")
	if err != nil {
		return "", err
	}
	found := regexp.MustCompile(`const Version = "([^"]+)"`).FindSubmatch(text)
	if found == nil {
		return "", errors.New("engine/snapshot/options.go has no Version")
	}
	return string(found[1]), nil
}

// build builds a program and returns its path.
func build(out, goos, goarch string) (string, error) {
	name := filepath.Join(out, goos+"-"+goarch, "framework")
	if goos == "windows" {
		name += ".exe"
	}
	// Neither paths nor times nor the state of the checkout get into the program.
	cmd := exec.Command("go", "build", "-trimpath", "-buildvcs=false", "-ldflags", "-s -w -buildid=", "-o", name, "./cmd/framework")
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0", "GOOS="+goos, "GOARCH="+goarch, "GOFLAGS=", "GOAMD64=v1", "GOARM64=v8.0", "GOEXPERIMENT=", "GOFIPS140=off")
	cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
	return name, cmd.Run()
}

// checksums are the lines of SHA256SUMS.
func checksums(dir string, files []string) (string, error) {
	slices.Sort(files)
	var out strings.Builder
	for _, name := range files {
		text, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			return "", err
		}
		fmt.Fprintf(&out, "%s  %s\n", digest(text), name)
	}
	return out.String(), nil
}
