package install

import (
	"os"
	"path/filepath"
	"testing"
)

// FuzzUnpack: no tarball writes outside of its folder.
func FuzzUnpack(f *testing.F) {
	f.Add([]byte("\x1f\x8b"))
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, data []byte) {
		above := t.TempDir()
		dir := filepath.Join(above, "package")
		_ = unpack(data, dir)
		_, _ = manifestOf(data)
		entries, err := os.ReadDir(above)
		if err != nil || len(entries) > 1 {
			t.Fatalf("beside the folder there is %v %v", entries, err)
		}
	})
}
