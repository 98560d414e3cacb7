package resolve_test

import (
	"testing"

	"framework/cmd/framework/install/resolve"
)

func TestSpecs(t *testing.T) {
	for text, want := range map[string]resolve.Spec{
		"":                                     {Kind: resolve.Range, Name: "x"},
		"^1.2.0":                               {Kind: resolve.Range, Name: "x", Text: "^1.2.0"},
		"v1.2.3":                               {Kind: resolve.Range, Name: "x", Text: "v1.2.3"},
		">=1 <2 || 3.x":                        {Kind: resolve.Range, Name: "x", Text: ">=1 <2 || 3.x"},
		"next":                                 {Kind: resolve.Tag, Name: "x", Text: "next"},
		"npm:y@^2":                             {Kind: resolve.Range, Name: "y", Text: "^2"},
		"npm:@s/y@beta":                        {Kind: resolve.Tag, Name: "@s/y", Text: "beta"},
		"npm:@s/y":                             {Kind: resolve.Range, Name: "@s/y"},
		"owner/name":                           {Kind: resolve.Git, Name: "x", Text: "https://github.com/owner/name.git"},
		"gitlab:owner/name#v1":                 {Kind: resolve.Git, Name: "x", Text: "https://gitlab.com/owner/name.git#v1"},
		"git+ssh://git@github.com/o/n.git#a":   {Kind: resolve.Git, Name: "x", Text: "https://github.com/o/n.git#a"},
		"git@github.com:o/n.git":               {Kind: resolve.Git, Name: "x", Text: "https://github.com/o/n.git"},
		"git://github.com/o/n.git#semver:^1":   {Kind: resolve.Git, Name: "x", Text: "https://github.com/o/n.git#semver:^1"},
		"git+https://own.example/n#main":       {Kind: resolve.Git, Name: "x", Text: "https://own.example/n#main"},
		"https://own.example/n.git":            {Kind: resolve.Git, Name: "x", Text: "https://own.example/n.git"},
		"https://own.example/n-1.0.0.tgz":      {Kind: resolve.Tarball, Name: "x", Text: "https://own.example/n-1.0.0.tgz"},
		"https://own.example/o/n/tarball/main": {Kind: resolve.Tarball, Name: "x", Text: "https://own.example/o/n/tarball/main"},
		"file:../y":                            {Kind: resolve.Directory, Name: "x", Text: "../y"},
		"./y":                                  {Kind: resolve.Directory, Name: "x", Text: "./y"},
		"file:y-1.0.0.tgz":                     {Kind: resolve.File, Name: "x", Text: "y-1.0.0.tgz"},
		"workspace:*":                          {Kind: resolve.Unknown, Name: "x", Text: "workspace:*"},
	} {
		got := resolve.ParseSpec("x", text)
		if got.Kind != want.Kind || got.Name != want.Name || got.Text != want.Text {
			t.Errorf("%q is %+v", text, got)
		}
	}
}

func FuzzParseSpec(f *testing.F) {
	for _, text := range []string{"^1.2.0 || >=3", "npm:@a/b@c", "git+ssh://git@host/a#b", "file:..", "a/b", "1.0.0 - 2"} {
		f.Add("x", text)
	}
	f.Fuzz(func(_ *testing.T, name, text string) { resolve.ParseSpec(name, text) })
}

func FuzzReadDocument(f *testing.F) {
	f.Add([]byte(`{"dist-tags": {"latest": "1.0.0"}, "versions": {"1.0.0": {"dist": {}}, "x": 1}}`))
	f.Fuzz(func(_ *testing.T, text []byte) { _, _ = resolve.ReadDocument("x", text) })
}
