package profile_test

import (
	"strings"
	"testing"

	"framework/engine/profile"
	"framework/engine/project"
)

func TestChoose(t *testing.T) {
	for _, tc := range []struct {
		wanted string
		pkg    project.Package
		want   string
		warns  bool
	}{
		{"", project.Package{}, "0.12", false},
		{"", project.Package{Sails: "~0.11.0"}, "0.11", false},
		{"", project.Package{Sails: "^1.5.11"}, "1.x", false},
		{"", project.Package{Sails: "^1.0.0-46"}, "1.x", false},
		{"", project.Package{Sails: "1"}, "1.x", false},
		{"", project.Package{LooksModern: "there is config/datastores.js"}, "1.x", true},
		{"0.12", project.Package{LooksModern: "there is config/datastores.js"}, "0.12", false},
		{"", project.Package{Sails: "^2.0.0"}, "1.x", true},
		{"", project.Package{Sails: "~0.9.4"}, "0.12", true},
		{"", project.Package{Sails: "^1.5.11", Profile: "classic"}, "0.12", false},
		{"modern", project.Package{Sails: "~0.12.0"}, "1.x", false},
		{"1.5", project.Package{}, "1.x", false},
		{"1", project.Package{}, "1.x", false},
		{"0.10", project.Package{Sails: "^1.5.11"}, "0.10", false},
	} {
		p, err := profile.Choose(tc.wanted, tc.pkg)
		if err != nil || p.Name != tc.want || (len(p.Warnings) > 0) != tc.warns {
			t.Errorf("%q of %+v: got %s %v %v, want %s", tc.wanted, tc.pkg, p.Name, p.Warnings, err, tc.want)
		}
	}
	if _, err := profile.Choose("3", project.Package{}); err == nil || !strings.Contains(err.Error(), "modern") {
		t.Errorf("an unknown profile gives %v", err)
	}
}
