package types_test

import (
	"os"
	"path/filepath"
	"testing"

	"framework/engine/types"
)

// TestWrite: a tsconfig.json asks for declarations, an empty folder does not; the file is
// written only where it differs.
func TestWrite(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if types.Wanted(dir) {
		t.Error("an empty folder asks for declarations")
	}
	if err := os.WriteFile(filepath.Join(dir, "tsconfig.json"), []byte("{}"), 0o600); err != nil {
		t.Fatal(err)
	}
	if !types.Wanted(dir) {
		t.Error("a tsconfig.json does not ask for declarations")
	}
	for _, want := range []bool{true, false} {
		if changed, err := types.Write(dir, []byte("declare const x: 1;")); err != nil || changed != want {
			t.Errorf("written: %v, %v, want %v", changed, err, want)
		}
	}
}
