package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// members are the files of a tar archive.
func members(t *testing.T, text []byte) map[string]*tar.Header {
	t.Helper()
	out := map[string]*tar.Header{}
	for r := tar.NewReader(bytes.NewReader(text)); ; {
		h, err := r.Next()
		if errors.Is(err, io.EOF) {
			return out
		}
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		h.Linkname = string(body)
		out[h.Name] = h
	}
}

// TestImage: the image is complete, its digests are those of its blobs, and it does not run as
// root.
func TestImage(t *testing.T) {
	t.Chdir("..")
	program := filepath.Join(t.TempDir(), "framework")
	if err := os.WriteFile(program, []byte("the program"), 0o755); err != nil {
		t.Fatal(err)
	}
	text, err := image("1.2.3", "arm64", program)
	if err != nil {
		t.Fatal(err)
	}
	again, err := image("1.2.3", "arm64", program)
	if err != nil || !bytes.Equal(text, again) {
		t.Errorf("it is not the same twice: %v", err)
	}
	files := members(t, text)
	blob := func(d descriptor) []byte {
		sum := strings.TrimPrefix(d.Digest, "sha256:")
		f := files["blobs/sha256/"+sum]
		if f == nil || digest([]byte(f.Linkname)) != sum || len(f.Linkname) != d.Size {
			t.Fatalf("%+v is not there", d)
		}
		return []byte(f.Linkname)
	}
	var index struct{ Manifests []descriptor }
	if err := json.Unmarshal([]byte(files["index.json"].Linkname), &index); err != nil || len(index.Manifests) != 1 {
		t.Fatalf("got %+v, %v", index, err)
	}
	var manifest struct {
		Config descriptor
		Layers []descriptor
	}
	if err := json.Unmarshal(blob(index.Manifests[0]), &manifest); err != nil {
		t.Fatal(err)
	}
	var config struct {
		Architecture string
		Config       struct {
			User        string
			Entrypoint  []string
			Healthcheck struct{ Test []string }
		}
		RootFS struct {
			DiffIDs []string `json:"diff_ids"`
		}
	}
	if err := json.Unmarshal(blob(manifest.Config), &config); err != nil {
		t.Fatal(err)
	}
	layer, err := gzip.NewReader(bytes.NewReader(blob(manifest.Layers[0])))
	if err != nil {
		t.Fatal(err)
	}
	content, err := io.ReadAll(layer)
	if err != nil {
		t.Fatal(err)
	}
	if config.Architecture != "arm64" || config.Config.User != user || config.RootFS.DiffIDs[0] != "sha256:"+digest(content) || len(config.Config.Healthcheck.Test) != 3 {
		t.Errorf("got %+v", config)
	}
	inside := members(t, content)
	if p := inside["framework"]; p == nil || p.Mode != 0o755 || p.Linkname != "the program" || inside["tmp/"].Mode != 0o1777 {
		t.Errorf("got %v", inside)
	}
}

// TestContainerfile: it says what the image is made of.
func TestContainerfile(t *testing.T) {
	t.Chdir("..")
	text, err := os.ReadFile("Containerfile")
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"FROM scratch", "USER " + user, `ENTRYPOINT ["/framework"]`, `CMD ["lift", "--prod"]`, `CMD ["/framework", "health"]`} {
		if !strings.Contains(string(text), want) {
			t.Errorf("there is no %s", want)
		}
	}
}

func TestLicences(t *testing.T) {
	for text, want := range map[string]string{
		"Permission is hereby granted, free of\ncharge, to any person": "MIT",
		"Redistributions in binary form must reproduce the above":      "BSD-2-Clause",
		"Apache License\n   Version 2.0, January 2004":                 "Apache-2.0",
		"all rights reserved": "",
	} {
		if got := strings.Join(licences(text), " "); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}

// TestFormula: all archives have a checksum, or there is no formula.
func TestFormula(t *testing.T) {
	t.Chdir("..")
	var sums strings.Builder
	for _, target := range targets {
		sums.WriteString("abc  framework-1.2.3-" + strings.ReplaceAll(target, "/", "-") + ".tar.gz\n")
	}
	text, err := formula("1.2.3", sums.String())
	if err != nil || strings.Count(text, `sha256 "abc"`) != 4 || strings.Contains(text, "@VERSION@") {
		t.Errorf("got %v\n%s", err, text)
	}
	if text, err := formula("1.2.3", "abc  framework-1.2.3-linux-amd64.tar.gz\n"); err != nil || text != "" {
		t.Errorf("got %v\n%s", err, text)
	}
}
