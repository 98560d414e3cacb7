package engine_test

import (
	"os"
	"runtime/debug"
	"testing"
)

// TestMain collects garbage as seldom as framework lift does: a third of the time of the tests
// would go into it.
func TestMain(m *testing.M) {
	debug.SetGCPercent(300)
	os.Exit(m.Run())
}
