package install

import (
	"archive/tar"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/klauspost/compress/gzip"

	"framework/cmd/framework/install/manifest"
)

// maxUnpacked is how many bytes a package may have when it is unpacked.
const maxUnpacked = 2 << 30

// eachFile calls f for the files of a tarball, with their path below the
// package's folder: the first part of the name, which is mostly "package", is
// dropped. Links and devices are left out, as npm leaves them out.
func eachFile(tarball []byte, f func(name string, executable bool, r io.Reader) error) error {
	z, err := gzip.NewReader(bytes.NewReader(tarball))
	if err != nil {
		return fmt.Errorf("the file is no gzipped tarball: %w", err)
	}
	left := int64(maxUnpacked)
	for t := tar.NewReader(io.LimitReader(z, maxUnpacked)); ; {
		h, err := t.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("the tarball cannot be read: %w", err)
		}
		if h.Typeflag != tar.TypeReg {
			continue
		}
		if left -= h.Size; left < 0 {
			return fmt.Errorf("the package has more than %d GB of files", maxUnpacked>>30)
		}
		_, name, ok := strings.Cut(strings.TrimPrefix(path.Clean("/"+strings.ReplaceAll(h.Name, "\\", "/")), "/"), "/")
		if !ok || name == "" {
			continue
		}
		if err := f(name, h.Mode&0o111 != 0, t); err != nil {
			return err
		}
	}
}

// unpack writes the files of a tarball below dir, and nothing outside of it.
func unpack(tarball []byte, dir string) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return err
	}
	defer func() { _ = root.Close() }()
	return eachFile(tarball, func(name string, executable bool, r io.Reader) error {
		mode := os.FileMode(0o644)
		if executable {
			mode = 0o755
		}
		name = filepath.FromSlash(name)
		if err := root.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			return err
		}
		file, err := root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, mode)
		if err != nil {
			return err
		}
		_, err = io.Copy(file, r)
		return errors.Join(err, file.Close())
	})
}

// errFound ends the reading of a tarball.
var errFound = errors.New("found")

// manifestOf reads the package.json of a tarball.
func manifestOf(tarball []byte) (*manifest.Manifest, error) {
	var text []byte
	err := eachFile(tarball, func(name string, _ bool, r io.Reader) (err error) {
		if name != "package.json" {
			return nil
		}
		if text, err = io.ReadAll(r); err != nil {
			return err
		}
		return errFound
	})
	if !errors.Is(err, errFound) {
		if err == nil {
			err = errors.New("the tarball has no package.json")
		}
		return nil, err
	}
	m, err := manifest.Parse("package.json", bytes.TrimPrefix(text, []byte("\ufeff")))
	if err != nil {
		return nil, err
	}
	return manifest.Read(m), nil
}
