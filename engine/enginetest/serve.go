package enginetest

import (
	"context"
	"io"
	"log/slog"
	"net/http/httptest"
	"slices"
	"testing"

	"golang.org/x/tools/txtar"

	"framework/engine"
	"framework/engine/testenv"
	"framework/engine/value"
)

// Serve lifts the project that files are. The server is closed with the test.
func Serve(t testing.TB, files []txtar.File) *httptest.Server {
	t.Helper()
	return ServeIn(t, t.TempDir(), files)
}

// ServeIn is Serve with a folder that may hold something already.
func ServeIn(t testing.TB, dir string, files []txtar.File) *httptest.Server {
	t.Helper()
	testenv.WriteFiles(t, dir, files)
	return ServeAs(t, dir, InMemory(files))
}

// InMemory are flags that keep the records of a project in memory, where it does not say itself, as
// those of 1.x do.
func InMemory(files []txtar.File) *value.Map {
	if slices.ContainsFunc(files, func(f txtar.File) bool { return f.Name == "config/datastores.js" }) {
		return nil
	}
	return value.Of("connections", value.Of("localDiskDb", value.Of("adapter", "sails-memory")))
}

// ServeAs lifts the project in a folder with flags.
func ServeAs(t testing.TB, dir string, flags *value.Map) *httptest.Server {
	t.Helper()
	return ServeLogged(t, dir, flags, slog.New(slog.DiscardHandler))
}

// ServeLogged is ServeAs with a log.
func ServeLogged(t testing.TB, dir string, flags *value.Map, log *slog.Logger) *httptest.Server {
	t.Helper()
	app := engine.New(engine.Options{Dir: dir, Stdout: io.Discard, Stderr: io.Discard, Log: log, Flags: flags})
	if err := app.Load(context.Background()); err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(app.Handler())
	t.Cleanup(func() {
		server.Close()
		if err := app.Close(context.Background()); err != nil {
			t.Error(err)
		}
	})
	return server
}
