package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"fmt"
	"os"
	"path"
	"time"
)

// epoch is the time of all files: their own would differ from build to build.
var epoch = time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC)

// member is a file of an archive.
type member struct {
	name string
	mode int64
	text []byte
}

// archive packs a program with its licence and the notices: as a zip for Windows, else as
// a tar.gz.
func archive(version, goos, goarch, program, notices string) (name string, out []byte, err error) {
	folder := fmt.Sprintf("framework-%s-%s-%s", version, goos, goarch)
	var members []member
	for _, f := range []struct {
		path, name string
		mode       int64
	}{{program, path.Base(program), 0o755}, {"LICENSE", "LICENSE", 0o644}, {notices, "THIRD_PARTY_NOTICES.txt", 0o644}, {"README.md", "README.md", 0o644}} {
		text, err := os.ReadFile(f.path)
		if err != nil {
			return "", nil, err
		}
		members = append(members, member{folder + "/" + f.name, f.mode, text})
	}
	if goos == "windows" {
		out, err = zipped(members)
		return folder + ".zip", out, err
	}
	out, err = tarred(members)
	if err != nil {
		return "", nil, err
	}
	out, err = gzipped(out)
	return folder + ".tar.gz", out, err
}

func zipped(members []member) ([]byte, error) {
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	for _, m := range members {
		h := &zip.FileHeader{Name: m.name, Method: zip.Deflate, Modified: epoch}
		f, err := w.CreateHeader(h)
		if err != nil {
			return nil, err
		}
		if _, err := f.Write(m.text); err != nil {
			return nil, err
		}
	}
	err := w.Close()
	return out.Bytes(), err
}

func tarred(members []member) ([]byte, error) {
	var out bytes.Buffer
	w := tar.NewWriter(&out)
	for _, m := range members {
		h := &tar.Header{Name: m.name, Mode: m.mode, Size: int64(len(m.text)), ModTime: epoch, Typeflag: tar.TypeReg, Format: tar.FormatPAX}
		if m.text == nil {
			h.Typeflag = tar.TypeDir
		}
		if err := w.WriteHeader(h); err != nil {
			return nil, err
		}
		if _, err := w.Write(m.text); err != nil {
			return nil, err
		}
	}
	err := w.Close()
	return out.Bytes(), err
}

func gzipped(text []byte) ([]byte, error) {
	var out bytes.Buffer
	w, err := gzip.NewWriterLevel(&out, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	if _, err := w.Write(text); err != nil {
		return nil, err
	}
	err = w.Close()
	return out.Bytes(), err
}
