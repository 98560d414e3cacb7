package engine_test

import (
	"fmt"
	"testing"

	"framework/engine/enginetest"
	"framework/engine/testenv"
)

// TestCachingOfAssets: every release has a setting for how long clients keep
// assets; that of another release means nothing.
func TestCachingOfAssets(t *testing.T) {
	testenv.Slow(t)
	const later, early = "-- config/http.js --\nmodule.exports.http = { cache: %s };\n", "-- config/cache.js --\nmodule.exports.cache = { maxAge: %s };\n"
	tests := []struct{ release, setting, age, want string }{
		{"~0.10.0", early, "7500", "public, max-age=7.5"},
		{"~0.10.0", early, "63115200000", "public, max-age=63115200"},
		{"~0.10.0", later, "7500", "public, max-age=0.001"},
		{"~0.11.0", later, "7500", "public, max-age=7"},
		{"~0.11.0", early, "7500", "public, max-age=0"},
		{"~0.12.0", later, "7500", "public, max-age=7"},
		{"~0.12.0", later, "63115200000", "public, max-age=31536000"},
		{"~0.12.0", later, "false", "public, max-age=0"},
		{"~0.12.0", later, "undefined", "public, max-age=0"},
		{"^1.5.0", later, "7500", "public, max-age=7"},
	}
	for _, tt := range tests {
		t.Run(tt.release+" "+tt.age, func(t *testing.T) {
			server := enginetest.Serve(t, project(fmt.Sprintf(tt.setting, tt.age), "-- assets/a.txt --\nx\n-- package.json --\n"+`{"dependencies": {"sails": "`+tt.release+`"}}`))
			if res, _ := visit(t, server).do("GET", "/a.txt", ""); res.Header.Get("Cache-Control") != tt.want {
				t.Errorf("%s: got %q, want %q", fmt.Sprintf(tt.setting, tt.age), res.Header.Get("Cache-Control"), tt.want)
			}
		})
	}
}
