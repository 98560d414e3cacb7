package testenv

import (
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
)

// Disk is a small file system of its own, which a test can fill up. It ends
// with the test.
type Disk struct {
	t    testing.TB
	path string
}

// NewDisk mounts a disk of size, as mount(8) writes it ("2m").
func NewDisk(t testing.TB, size string) *Disk {
	t.Helper()
	d := &Disk{t: t, path: filepath.Join(t.TempDir(), "disk")}
	if err := os.Mkdir(d.path, 0o755); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("mount", "-t", "tmpfs", "-o", "size="+size, "none", d.path).CombinedOutput(); err != nil {
		Missing(t, "this test mounts a file system, which root can: %v %s", err, out)
	}
	t.Cleanup(d.Away)
	return d
}

// Path is where the disk is mounted.
func (d *Disk) Path() string { return d.path }

// Away takes the disk out of the file system; what is open on it stays open.
func (d *Disk) Away() {
	if out, err := exec.Command("mountpoint", "-q", d.path).CombinedOutput(); err != nil && len(out) == 0 {
		return // it is unmounted
	}
	if out, err := exec.Command("umount", "--lazy", d.path).CombinedOutput(); err != nil {
		d.t.Errorf("umount: %v %s", err, out)
	}
}

// ReadOnly has nothing more written. Nothing may be open for writing.
func (d *Disk) ReadOnly() {
	d.t.Helper()
	if out, err := exec.Command("mount", "-o", "remount,ro", d.path).CombinedOutput(); err != nil {
		d.t.Fatalf("remount: %v %s", err, out)
	}
}

// Fill takes all the room that is left but for some bytes, and returns what
// gives it back.
func (d *Disk) Fill(left int64) (free func()) {
	d.t.Helper()
	path := filepath.Join(d.path, "ballast")
	f, err := os.Create(path)
	if err != nil {
		d.t.Fatal(err)
	}
	_, err = io.Copy(f, zeros{})
	if !errors.Is(err, syscall.ENOSPC) {
		d.t.Fatalf("filling the disk: %v", err)
	}
	if left > 0 {
		size, err := f.Seek(0, io.SeekEnd)
		if err != nil {
			d.t.Fatal(err)
		}
		if err := f.Truncate(max(size-left, 0)); err != nil {
			d.t.Fatal(err)
		}
	}
	if err := f.Close(); err != nil {
		d.t.Fatal(err)
	}
	return func() {
		if err := os.Remove(path); err != nil {
			d.t.Error(err)
		}
	}
}

// zeros has no end.
type zeros struct{}

func (zeros) Read(p []byte) (int, error) {
	clear(p)
	return len(p), nil
}
