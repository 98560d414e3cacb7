package sockets_test

import (
	"context"
	"io"
	"log/slog"
	"net/http/httptest"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"framework/engine"
	"framework/engine/testenv"
	"framework/engine/value"
)

// lift serves the project of a file of testdata, and returns its address.
func lift(t testing.TB, file string) string {
	t.Helper()
	archive, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	testenv.WriteFiles(t, dir, archive.Files)
	app := engine.New(engine.Options{
		Dir: dir, Stdout: io.Discard, Stderr: io.Discard, Log: slog.New(slog.NewTextHandler(t.Output(), nil)),
		Flags: value.Of("connections", value.Of("localDiskDb", value.Of("adapter", "sails-memory"))),
	})
	if err := app.Load(context.Background()); err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(app.Handler())
	t.Cleanup(func() {
		if err := app.Close(context.Background()); err != nil {
			t.Error(err)
		}
		server.Close()
	})
	return server.URL
}

// TestPlainClients sends virtual requests with socket.io-client alone.
func TestPlainClients(t *testing.T) {
	for _, version := range []string{"1.4.5", "1.7.4", "2.5.0", "3.1.3", "4.8.1"} {
		t.Run(version, func(t *testing.T) {
			home := testenv.Packages(t, "socket.io-client@"+version)
			testenv.Node(t, home, "testdata/plain.js", lift(t, "testdata/shop.txtar"), strings.Split(version, ".")[0])
		})
	}
}

// TestSDK uses a project through every generation of sails.io.js, each with the
// client that it was published for; that of 0.11 cannot be installed any more,
// see TestPubSubInABrowser of package engine.
func TestSDK(t *testing.T) {
	for _, test := range []struct{ sdk, client string }{
		{"0.11.7", "1.4.5"},
		{"0.13.8", "1.4.4"},
		{"1.0.0", "1.4.5"},
		{"1.1.13", "2.0.3"},
		{"1.2.1", "2.0.3"},
	} {
		t.Run(test.sdk, func(t *testing.T) {
			home := testenv.Packages(t, "sails.io.js@"+test.sdk, "socket.io-client@"+test.client)
			testenv.Node(t, home, "testdata/sdk.js", lift(t, "testdata/shop.txtar"), test.sdk)
		})
	}
}

// TestLife plays what a project does with sockets, and the events that it gets
// about them.
func TestLife(t *testing.T) {
	for _, version := range []string{"1.7.4", "2.5.0", "4.8.1"} {
		t.Run(version, func(t *testing.T) {
			home := testenv.Packages(t, "socket.io-client@"+version)
			testenv.Node(t, home, "testdata/life.js", lift(t, "testdata/life.txtar"), version[:1])
		})
	}
}

// TestNamespaces plays namespaces other than "/" with every generation.
func TestNamespaces(t *testing.T) {
	for _, version := range []string{"0.9.16", "1.4.5", "1.7.4", "2.5.0", "3.1.3", "4.8.1"} {
		t.Run(version, func(t *testing.T) {
			home := testenv.Packages(t, "socket.io-client@"+version)
			testenv.Node(t, home, "testdata/chat.js", lift(t, "testdata/chat.txtar"), version[:1])
		})
	}
}

// TestLegacyClients uses a project with the client of Socket.IO 0.9, as
// sails.io.js did up to 0.10.
func TestLegacyClients(t *testing.T) {
	for _, version := range []string{"0.10.0", ""} {
		t.Run("sdk "+version, func(t *testing.T) {
			home := testenv.Packages(t, "socket.io-client@0.9.16")
			testenv.Node(t, home, "testdata/legacy.js", lift(t, "testdata/shop.txtar"), version)
		})
	}
}
