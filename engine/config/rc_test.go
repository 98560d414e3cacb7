package config_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"framework/engine/config"
	"framework/engine/value"
)

// write makes files of texts by their paths below dir; a folder where the text is "/".
func write(t *testing.T, dir string, texts map[string]string) {
	t.Helper()
	for name, text := range texts {
		path := filepath.Join(dir, filepath.FromSlash(name))
		folder := filepath.Dir(path)
		if text == "/" {
			folder = path
		}
		if err := os.MkdirAll(folder, 0o755); err != nil {
			t.Fatal(err)
		}
		if text == "/" {
			continue
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// TestINI: lines that are easily read wrongly, with what the npm package ini makes of them.
func TestINI(t *testing.T) {
	root := t.TempDir()
	for _, tc := range []struct{ text, want string }{
		{"", `{}`},
		{" \r\n\n", `{}`},
		{"; a = 1\n# b = 2\nc = 3", `{"c":"3"}`},
		{"[s]\r\n  ; c = 1\r\n  a = 1\r\n", `{"s":{"a":"1"}}`},
		{"[s.t]\na=1\n[u]\nb=2", `{"s":{"t":{"a":"1"}},"u":{"b":"2"}}`},
		{"[~x]\na=1", `{"~x":{"a":"1"}}`},
		{"[a = 1", `{"[a":"1"}`},
		{"b = c]", `{"b":"c]"}`},
		{"a = \"", `{"a":"\""}`},
		{"a = \"\"\nb = ''", `{"a":"","b":""}`},
		{"a = \"x'", `{"a":"\"x'"}`},
		{"a = \"b\" c", `{"a":"\"b\" c"}`},
		{`a = c:\new`, `{"a":"c:\\new"}`},
		{`a = x\\y`, `{"a":"x\\y"}`},
		{`a = x\#y\;z`, `{"a":"x#y;z"}`},
		{`a = x\;`, `{"a":"x;"}`},
		{`a = x\`, `{"a":"x\\"}`},
		{`a = \~`, `{"a":"\\~"}`},
		{"\uFEFFa = 1", `{"a":"1"}`},
		{"a = x\xffy", "{\"a\":\"x\uFFFDy\"}"},
	} {
		write(t, root, map[string]string{".sailsrc": tc.text})
		layers, err := config.RCLayers(root, config.RCFolders{})
		if err != nil || len(layers) != 1 {
			t.Errorf("%q: %v", tc.text, err)
			continue
		}
		if got := string(value.Append(nil, layers[0].Values)); got != tc.want {
			t.Errorf("%q: got %s, want %s", tc.text, got, tc.want)
		}
	}
	const format = " has no = (it is to be JSON, or lines of key = value)"
	deep := strings.Repeat("[", value.MaxDepth+1)
	for text, want := range map[string]string{
		"port: 5":                           ".sailsrc: line 1" + format,
		"a = 1\n\nexport x":                 ".sailsrc: line 3" + format,
		"'5' = x":                           ".sailsrc: line 1" + format, // the key is a number
		"'" + deep + "' = x":                ".sailsrc: line 1" + format,
		"[[x]]":                             ".sailsrc: line 1" + format,
		"a = 1\nb = '" + deep + "'":         ".sailsrc: line 2: " + value.ErrDepth.Error(),
		"a = 1\n" + deepKey("b.") + "c = 1": ".sailsrc: line 2: " + value.ErrDepth.Error(),
	} {
		write(t, root, map[string]string{".sailsrc": text})
		if _, err := config.RCLayers(root, config.RCFolders{}); err == nil || err.Error() != want {
			t.Errorf("%.40q: got %v, want %s", text, err, want)
		}
	}
}

func deepKey(part string) string { return strings.Repeat(part, value.MaxDepth) }

// TestDepthOfValues: a value in lists and objects is as deep as its key and they
// together, neither more nor less.
func TestDepthOfValues(t *testing.T) {
	for text, levels := range map[string]int{"1": 0, "[]": 0, "[1]": 1, "[[1]]": 2, `{"a":1}`: 1, `{"a":{"b":1}}`: 2, `[{"a":[1]},2]`: 3} {
		v, err := value.Parse([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		for _, over := range []int{0, 1} {
			m := value.New(0)
			parts := value.MaxDepth - levels + over
			err := config.Set(m, strings.Repeat("a.", parts-1)+"a", v)
			if (err == nil) != (over == 0) || (m.Len() == 0) != (over == 1) {
				t.Errorf("%s below %d keys: %v", text, parts, err)
			}
		}
	}
}

// TestRCFolders: which files are read, and by which name errors and warnings show them.
func TestRCFolders(t *testing.T) {
	for name, tc := range map[string]struct {
		files   map[string]string
		root    string
		folders config.RCFolders // below the folder of the test
		want    string           // sources
	}{
		"no folders: none of the working directory": {
			files: map[string]string{"sailsrc": "a = 1", "NAMErc": "a = 1", "sails/config": "a = 1", ".sails/config": "a = 1", ".config/sails": "a = 1", "app": "/"},
			root:  "app",
		},
		"the nearest one": {
			files: map[string]string{".sailsrc": "a = 1", "b/.sailsrc": "a = 2", "b/app": "/"},
			root:  "b/app", want: "BASE/b/.sailsrc",
		},
		"a folder of its name is none": {
			files: map[string]string{".sailsrc": "a = 1", "b/.sailsrc": "/"},
			root:  "b", want: "BASE/.sailsrc",
		},
		"its own": {
			files: map[string]string{"app/.sailsrc": "a = 1", "app/.frameworkrc": "a = 1"},
			root:  "app", want: ".sailsrc .frameworkrc",
		},
		"once, although two folders have it": {
			files:   map[string]string{"home/.config/sails/config": "a = 1", "app": "/"},
			folders: config.RCFolders{Etc: "home/.config", Home: "home"},
			root:    "app", want: "BASE/home/.config/sails/config",
		},
		"the project is the home": {
			files:   map[string]string{"home/.sailsrc": "a = 1"},
			folders: config.RCFolders{Home: "home"},
			root:    "home", want: ".sailsrc",
		},
	} {
		t.Run(name, func(t *testing.T) {
			base := t.TempDir()
			write(t, base, tc.files)
			t.Chdir(base)
			for _, folder := range []*string{&tc.folders.Etc, &tc.folders.Home} {
				if *folder != "" {
					*folder = filepath.Join(base, *folder)
				}
			}
			layers, err := config.RCLayers(filepath.Join(base, tc.root), tc.folders)
			if err != nil {
				t.Fatal(err)
			}
			var sources []string
			for _, l := range layers {
				sources = append(sources, filepath.ToSlash(l.Source))
			}
			if got := strings.Join(sources, " "); got != strings.ReplaceAll(tc.want, "BASE", filepath.ToSlash(base)) {
				t.Errorf("got %s, want %s", got, tc.want)
			}
		})
	}
}

// TestFileOfAnotherTree: with a relative root a file elsewhere is shown by its whole path.
func TestFileOfAnotherTree(t *testing.T) {
	base := t.TempDir()
	write(t, base, map[string]string{"named.json": "{}"})
	t.Chdir(t.TempDir())
	named := filepath.Join(base, "named.json")
	layers, err := config.RCLayers(".", config.RCFolders{Files: []string{named}})
	if err != nil || len(layers) != 1 || layers[0].Source != named {
		t.Errorf("got %+v, %v", layers, err)
	}
}
