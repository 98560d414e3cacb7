package main

import (
	"slices"
	"strings"
	"testing"
)

func TestSettingFlags(t *testing.T) {
	for args, want := range map[string]string{
		"lift --fixtures":                     "lift --set fixtures=true",
		"lift --fixtures few --port 80":       "lift --set fixtures=few --port 80",
		"lift --fixtures=few shop":            "lift --set fixtures=few shop",
		"lift --prod --fixtures":              "lift --prod --set fixtures=true",
		"lift shop --set a=b --no-watch":      "lift shop --set a=b --no-watch",
		"lift --prt 80":                       "lift --prt 80", // mistyped
		"lift --log.level warn --hooks.grunt": "lift --log.level warn --hooks.grunt",
		"lift -- --fixtures":                  "lift -- --fixtures",
		"lift --help":                         "lift --help",
		"console --fixtures":                  "console --set fixtures=true",
		"check --fixtures":                    "check --fixtures",
		"nothing --fixtures":                  "nothing --fixtures",
	} {
		if got := settingFlags(newRoot(), strings.Fields(args)); !slices.Equal(got, strings.Fields(want)) {
			t.Errorf("%s: got %v", args, got)
		}
	}
}
