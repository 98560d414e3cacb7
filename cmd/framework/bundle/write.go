package bundle

import (
	"archive/zip"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// mark is the comment of the archive, before the checksum of what is in it.
const mark = "framework bundle 1 "

// epoch is the time of all files: the same project gives the same bytes.
var epoch = time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC)

// leftOut are files that belong to one machine: what the server writes, the history, and
// settings that are not for others.
var leftOut = []string{".git", ".hg", ".svn", ".tmp", "node_modules/.cache", "config/local.js", ".DS_Store"}

// Summary is what was put into a bundle.
type Summary struct {
	Files int
	Bytes int64 // before compression
	// LeftOut are the names of what is in the folder and not in the bundle.
	LeftOut []string
}

// Write writes the program, and the project in the folder root behind it. skip is the path
// of the output, which may lie in the folder.
func Write(w io.Writer, program io.Reader, root, skip string) (Summary, error) {
	size, err := io.Copy(w, program)
	if err != nil {
		return Summary{}, err
	}
	out := zip.NewWriter(w)
	out.SetOffset(size)
	p := &packer{out: out, root: root, skip: skip, sum: sha256.New()}
	if err := filepath.WalkDir(root, p.add); err != nil {
		return Summary{}, err
	}
	if p.summary.Files == 0 {
		return Summary{}, fmt.Errorf("%s has no files", root)
	}
	if err := out.SetComment(mark + hex.EncodeToString(p.sum.Sum(nil))); err != nil {
		return Summary{}, err
	}
	return p.summary, out.Close()
}

type packer struct {
	out        *zip.Writer
	root, skip string
	sum        hash.Hash
	summary    Summary
}

// add puts a file into the archive. Folders are made of the names of their files.
func (p *packer) add(path string, d fs.DirEntry, err error) error {
	if err != nil {
		return err
	}
	rel, err := filepath.Rel(p.root, path)
	if err != nil {
		return err
	}
	name := filepath.ToSlash(rel)
	if slices.Contains(leftOut, name) || d.Name() == ".DS_Store" {
		p.summary.LeftOut = append(p.summary.LeftOut, name)
		if d.IsDir() {
			return filepath.SkipDir
		}
		return nil
	}
	if d.IsDir() || path == p.skip {
		return nil
	}
	text, mode, err := read(p.root, path, d)
	if err != nil {
		return err
	}
	h := &zip.FileHeader{Name: name, Method: zip.Deflate, Modified: epoch}
	h.SetMode(mode)
	f, err := p.out.CreateHeader(h)
	if err != nil {
		return err
	}
	if _, err := f.Write(text); err != nil {
		return err
	}
	fmt.Fprintf(p.sum, "%s\x00%o\x00%d\x00", name, mode, len(text))
	p.sum.Write(text)
	p.summary.Files++
	p.summary.Bytes += int64(len(text))
	return nil
}

// read reads a file, or where a link leads to. A link may lead to files of the project only.
func read(root, path string, d fs.DirEntry) ([]byte, fs.FileMode, error) {
	info, err := d.Info()
	if err != nil {
		return nil, 0, err
	}
	switch {
	case info.Mode()&fs.ModeSymlink != 0:
		to, err := os.Readlink(path)
		if err != nil {
			return nil, 0, err
		}
		if err := inside(root, path, to); err != nil {
			return nil, 0, err
		}
		return []byte(filepath.ToSlash(to)), fs.ModeSymlink | 0o777, nil
	case !info.Mode().IsRegular():
		return nil, 0, fmt.Errorf("%s is no file", path)
	}
	mode := fs.FileMode(0o644)
	if info.Mode()&0o100 != 0 {
		mode = 0o755
	}
	text, err := os.ReadFile(path)
	return text, mode, err
}

// inside is an error for a link that leads out of the folder.
func inside(root, path, to string) error {
	if filepath.IsAbs(to) {
		return fmt.Errorf("%s is a link to %s: a bundle can have links within the project only", path, to)
	}
	rel, err := filepath.Rel(root, filepath.Join(filepath.Dir(path), to))
	if err != nil || rel == ".." || strings.HasPrefix(rel, ".."+string(filepath.Separator)) {
		return errors.Join(err, fmt.Errorf("%s is a link that leads out of the project, to %s: a bundle can have links within the project only", path, to))
	}
	return nil
}
