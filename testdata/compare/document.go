package main

import (
	"debug/buildinfo"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"

	"framework/testdata/bench/document"
)

// describe writes what was compared, and how to repeat it.
func describe(w io.Writer, pocketbase, others string, words []string) {
	list := []string{fmt.Sprintf("%s on %s with %d cores", runtime.Version(), runtime.GOOS+"/"+runtime.GOARCH, runtime.NumCPU())}
	if node, err := exec.Command("node", "--version").Output(); err == nil && others != "" {
		list = append(list, "Node "+strings.TrimPrefix(strings.TrimSpace(string(node)), "v"))
	}
	for _, p := range []struct{ title, folder string }{
		{"Fastify", "node_modules/fastify"}, {"Express", "node_modules/express"}, {"better-sqlite3", "node_modules/better-sqlite3"},
		{"Sails", "sails012/node_modules/sails"}, {"sails-disk", "sails012/node_modules/sails-disk"},
	} {
		if version, err := packageVersion(filepath.Join(others, p.folder)); others != "" && err == nil {
			list = append(list, p.title+" "+version)
		}
	}
	if info, err := buildinfo.ReadFile(pocketbase); err == nil {
		list = append(list, "PocketBase "+strings.TrimPrefix(info.Main.Version, "v"))
	}
	fmt.Fprintf(w, "\n%s. Measured with:\n\n```sh\ngo run ./testdata/compare%s\n```\n", strings.Join(list, ", "), document.Shell(words))
}

func packageVersion(folder string) (string, error) {
	text, err := os.ReadFile(filepath.Join(folder, "package.json"))
	if err != nil {
		return "", err
	}
	var p struct{ Version string }
	err = json.Unmarshal(text, &p)
	return p.Version, err
}
