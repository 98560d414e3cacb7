package main

import (
	"os"
	"strings"
)

// formula is the formula for Homebrew, with the checksums of a release; "" where the archives
// for it were not built.
func formula(version, sums string) (string, error) {
	text, err := os.ReadFile(".release/framework.rb.in")
	if err != nil {
		return "", err
	}
	out := strings.ReplaceAll(string(text), "@VERSION@", version)
	for line := range strings.Lines(sums) {
		sum, name, _ := strings.Cut(strings.TrimSpace(line), "  ")
		name = strings.TrimSuffix(strings.TrimPrefix(name, "framework-"+version+"-"), ".tar.gz")
		out = strings.ReplaceAll(out, "@"+name+"@", sum)
	}
	if strings.Contains(out, "@darwin-") || strings.Contains(out, "@linux-") {
		return "", nil
	}
	return out, nil
}
