package config_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"framework/engine/config"
	"framework/engine/value"
)

func layer(t *testing.T, source, json string) config.Layer {
	t.Helper()
	v, err := value.Parse([]byte(json))
	if err != nil {
		t.Fatal(err)
	}
	return config.Layer{Source: source, Values: v.(*value.Map)}
}

func TestMergeLaterLayersWin(t *testing.T) {
	layers := []config.Layer{
		layer(t, "config/a.js", `{"log":{"level":"info"},"arr":[1,2,3],"port":1}`),
		layer(t, "config/env/test.js", `{"arr":[9],"log":{"noShip":true}}`),
		layer(t, "config/local.js", `{"port":2,"log":{"level":"warn"}}`),
	}
	c := config.Merge(layers, config.Options{})
	if got, want := string(value.Append(nil, c.Values)), `{"log":{"level":"warn","noShip":true},"arr":[9,2,3],"port":2}`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	for path, want := range map[string]string{"port": "config/local.js", "log.level": "config/local.js", "log.noShip": "config/env/test.js", "arr": "config/env/test.js"} {
		if got := c.Source(path); got != want {
			t.Errorf("Source(%s) = %s, want %s", path, got, want)
		}
	}
	c = config.Merge(layers, config.Options{ReplaceArrays: true})
	if v, _ := c.Get("arr"); len(v.([]any)) != 1 {
		t.Errorf("arrays were not replaced: %v", v)
	}
	if layers[0].Values.Value("port") != int64(1) {
		t.Error("Merge changed a layer")
	}
}

// TestMergeUndefined: undefined leaves what an earlier layer says, null replaces it.
func TestMergeUndefined(t *testing.T) {
	c := config.Merge([]config.Layer{
		layer(t, "a", `{"x":1,"y":1,"z":{"a":1}}`),
		{Source: "b", Values: value.Of("x", value.Undefined{}, "y", nil, "z", value.Of("a", value.Undefined{}), "none", value.Undefined{})},
	}, config.Options{})
	if got, want := string(value.Append(nil, c.Values)), `{"x":1,"y":null,"z":{"a":1}}`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	for path, want := range map[string]string{"x": "a", "y": "b", "z.a": "a", "z": "a", "none": ""} {
		if got := c.Source(path); got != want {
			t.Errorf("Source(%s) = %s, want %s", path, got, want)
		}
	}
}

func TestGet(t *testing.T) {
	c := config.Merge([]config.Layer{layer(t, "config/a.js", `{"log":{"level":"info","none":null},"port":1,"list":[{"a":1}]}`)}, config.Options{})
	for path, want := range map[string]string{
		"log.level": `"info"`, "log.none": "null", "port": "1", "list": `[{"a":1}]`,
		"none": "", "log.other": "", "port.deeper": "", "list.0": "", "log.level.deeper": "", "": "",
	} {
		got := ""
		v, ok := c.Get(path)
		if ok {
			got = string(value.Append(nil, v))
		}
		if got != want || !ok && v != nil {
			t.Errorf("%q: got %s, want %s", path, got, want)
		}
	}
	for path, want := range map[string]string{"log.level.deeper": "config/a.js", "list.0.a": "config/a.js", "none": "", "none.of.it": "", "": "", ".x": ""} {
		if got := c.Source(path); got != want {
			t.Errorf("Source(%q) = %q, want %q", path, got, want)
		}
	}
}

func TestEnvironmentAndRC(t *testing.T) {
	home, root := t.TempDir(), t.TempDir()
	sub := filepath.Join(root, "app")
	for path, text := range map[string]string{
		filepath.Join(home, ".sailsrc"): "port = 5\n[log]\nlevel = \"silly\"\nnoShip=true\n",
		filepath.Join(root, ".sailsrc"): `{"hooks":{"grunt":false},"port":6}`,
	} {
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	layers, err := config.RCLayers(sub, config.RCFolders{Home: home})
	if err != nil {
		t.Fatal(err)
	}
	variables, err := config.FromEnvironment([]string{"sails_log__level=warn", "framework_port=7", "PATH=/bin", "sails_=x"}, config.Options{})
	if err != nil {
		t.Fatal(err)
	}
	layers = append(layers, variables)
	c := config.Merge(layers, config.Options{})
	want := `{"port":"7","log":{"level":"warn","noShip":true},"hooks":{"grunt":false}}`
	if got := string(value.Append(nil, c.Values)); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	s, err := c.Settings()
	if err != nil || s.Port != 7 || !s.NoShip {
		t.Errorf("settings %+v, %v", s, err)
	}
	if err := os.WriteFile(filepath.Join(root, ".sailsrc"), []byte("{\n \"a\": 1,\n}"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := config.RCLayers(sub, config.RCFolders{}); err == nil || !strings.Contains(err.Error(), ".sailsrc:3:1: ") {
		t.Errorf("a broken .sailsrc gives %v", err)
	}
}

// TestRCFormats: files are read as the npm package rc reads them.
func TestRCFormats(t *testing.T) {
	root := t.TempDir()
	for _, tc := range []struct{ text, want string }{
		{"{ // the port\n \"port\": 5, /* the\n log */ \"log\": {\"level\": \"warn\"}, \"url\": \"http://x\" }", `{"port":5,"log":{"level":"warn"},"url":"http://x"}`},
		{"\uFEFF{\"a\": 1}", `{"a":1}`},
		{"a = 1 ; one\nb = x # y\nc = x\\;y\n", `{"a":"1","b":"x","c":"x;y"}`},
		{"on\noff = false\nnone = null\nempty =\n", `{"on":true,"off":false,"none":null,"empty":""}`},
		{"a = \"; x\"\nb = 'it''s'\nc = '5'\nd = \"5\"\ne = '{\"x\": [1]}'", `{"a":"; x","b":"it''s","c":5,"d":"5","e":{"x":[1]}}`},
		{"a[] = 1\na[] = 2\nb = 0\nb[] = 1\n", `{"a":["1","2"],"b":["0","1"]}`},
		{"[log]\nlevel = warn\n[sockets.more]\nx = 1\ny[] = 2\ny[] = 3\n", `{"log":{"level":"warn"},"sockets":{"more":{"x":"1","y":["2","3"]}}}`},
		{"log.level = warn\r\nport=5\r\n", `{"log":{"level":"warn"},"port":"5"}`},
	} {
		if err := os.WriteFile(filepath.Join(root, ".sailsrc"), []byte(tc.text), 0o644); err != nil {
			t.Fatal(err)
		}
		layers, err := config.RCLayers(root, config.RCFolders{})
		if err != nil {
			t.Errorf("%q: %v", tc.text, err)
			continue
		}
		if got := string(value.Append(nil, layers[len(layers)-1].Values)); got != tc.want {
			t.Errorf("%q: got %s, want %s", tc.text, got, tc.want)
		}
	}
	for _, text := range []string{"export default {}", "port: 5"} {
		if err := os.WriteFile(filepath.Join(root, ".sailsrc"), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		if _, err := config.RCLayers(root, config.RCFolders{}); err == nil || !strings.Contains(err.Error(), ".sailsrc: line 1") {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// TestRCDepth: a key with dots nests as deep as JSON may, and no deeper.
func TestRCDepth(t *testing.T) {
	root := t.TempDir()
	parents := strings.Repeat("a.", value.MaxDepth-1)
	for _, tc := range []struct {
		text string
		ok   bool
	}{
		{parents + "b = x", true},
		{parents + "b.c = x", false},
		{parents + "b", true},
		{parents + "b.c", false},
		{parents + "b = '[]'", true},
		{parents + "b = '[1]'", false},
		{"b = '" + strings.Repeat("[", value.MaxDepth+1) + "'", false}, // it is not text
		{parents + "b[] = x", false},
		{"[" + parents + "a]\nb = x", false},
		{parents[2:] + "b = '{\"c\":1}'\n" + parents[2:] + "b[] = x", false},
	} {
		if err := os.WriteFile(filepath.Join(root, ".sailsrc"), []byte("c = 1\n"+tc.text), 0o644); err != nil {
			t.Fatal(err)
		}
		_, err := config.RCLayers(root, config.RCFolders{})
		if tc.ok && err != nil || !tc.ok && (!errors.Is(err, value.ErrDepth) || !strings.Contains(err.Error(), ".sailsrc: line ")) {
			t.Errorf("%.20q…%q: %v", tc.text, tc.text[max(0, len(tc.text)-12):], err)
		}
	}
}

// TestVariableDepth: the bound of files is that of variables as well, however the
// depth is written.
func TestVariableDepth(t *testing.T) {
	parents := strings.Repeat("a.", value.MaxDepth-1)
	for _, tc := range []struct {
		text           string
		parsed, asText bool // it is accepted where values are JSON, where they are text
	}{
		{"sails_" + parents + "b=x", true, true},
		{"sails_" + parents + "b.c=x", false, false},
		{"framework_" + strings.ReplaceAll(parents, ".", "__") + "b=x", true, true},
		{"framework_" + strings.ReplaceAll(parents, ".", "__") + "b__c=x", false, false},
		{"sails_" + parents + "b=[]", true, true},
		{"sails_" + parents + "b=[1]", false, true},
		{"sails_b=" + strings.Repeat("[", value.MaxDepth+1), false, true},
		{"sails_" + strings.Repeat("a.", 1<<20) + "b=x", false, false},
	} {
		for parse, ok := range map[bool]bool{true: tc.parsed, false: tc.asText} {
			l, err := config.FromEnvironment([]string{"sails_c=1", tc.text}, config.Options{ParseVariables: parse})
			if ok && (err != nil || l.Values.Len() != 2) {
				t.Errorf("%.20q…%q: %v", tc.text, tc.text[max(0, len(tc.text)-12):], err)
			}
			name := tc.text[:7]
			if !ok && (!errors.Is(err, value.ErrDepth) || l.Values != nil || !strings.Contains(err.Error(), "variable "+name) || len(err.Error()) > 200) {
				t.Errorf("%.20q…%q: %v", tc.text, tc.text[max(0, len(tc.text)-12):], err)
			}
		}
	}
}

// TestRCOrder: each file wins over those before it, as Sails reads them; a
// folder of such a name is none.
func TestRCOrder(t *testing.T) {
	base := t.TempDir()
	etc, home, root := filepath.Join(base, "etc"), filepath.Join(base, "home"), filepath.Join(base, "home", "work", "shop")
	files := []string{
		"etc/sails/config", "etc/framework/config", "etc/sailsrc", "etc/frameworkrc",
		"home/.config/sails/config", "home/.config/framework", "home/.sails/config", "home/.framework/config", "home/.sailsrc", "home/.frameworkrc",
		"home/work/.sailsrc", "home/work/shop/.frameworkrc", "extra.json", "more.conf",
	}
	want := ""
	for i, file := range files {
		path := filepath.Join(base, filepath.FromSlash(file))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, fmt.Appendf(nil, "last = %d\nn%d = true\n", i, i), 0o644); err != nil {
			t.Fatal(err)
		}
		want += fmt.Sprintf(`,"n%d":true`, i)
	}
	if err := os.MkdirAll(root, 0o755); err != nil {
		t.Fatal(err)
	}
	folders := config.RCFolders{Etc: etc, Home: home, Files: []string{filepath.Join(base, "extra.json"), filepath.Join(base, "more.conf")}}
	layers, err := config.RCLayers(root, folders)
	if err != nil {
		t.Fatal(err)
	}
	got := string(value.Append(nil, config.Merge(layers, config.Options{}).Values))
	if want = fmt.Sprintf(`{"last":"%d"%s}`, len(files)-1, want); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	folders.Files = []string{filepath.Join(base, "missing.json")}
	if _, err := config.RCLayers(root, folders); err == nil || !strings.Contains(err.Error(), "missing.json") {
		t.Errorf("a file that is not there: %v", err)
	}
}

func TestVariables(t *testing.T) {
	environ := []string{
		"sails_log__level=warn", `sails_datastores__default={"adapter":"sails-disk"}`, "sails_custom__on=true", "sails_custom__n=5", "sails_custom__text=a b",
		"sails___x=1", "sails_config=", "sails_config=/a", "framework_config=/b", "framework_custom__n=6", "sails_", "sailsy=1",
	}
	for parse, want := range map[bool]string{
		true:  `{"log":{"level":"warn"},"datastores":{"default":{"adapter":"sails-disk"}},"custom":{"on":true,"n":6,"text":"a b"},"x":1}`,
		false: `{"log":{"level":"warn"},"datastores":{"default":"{\"adapter\":\"sails-disk\"}"},"custom":{"on":"true","n":"6","text":"a b"},"x":"1"}`,
	} {
		l, err := config.FromEnvironment(environ, config.Options{ParseVariables: parse})
		if got := string(value.Append(nil, l.Values)); err != nil || got != want {
			t.Errorf("got %s, %v, want %s", got, err, want)
		}
	}
	if got := fmt.Sprint(config.ConfigVariables(environ)); got != "[/a /b]" {
		t.Error(got)
	}
}
