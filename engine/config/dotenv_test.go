package config_test

import (
	"encoding/json"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"framework/engine/config"
	"framework/engine/testenv"
)

// dotEnvText has every form that a line of the file may take.
const dotEnvText = "A=1\n" +
	"export B=\"a\\nb\"\n" +
	"C=x # c\n" +
	"D: y\n" +
	"E=pa$$w\n" +
	"F=\"a\nb\"\n" +
	"a line that is none\n" +
	"G=\n" +
	"H= 'x' # c\n" +
	"I=a#b\n" +
	"J=`q\"'`\n" +
	" K = v \r\n" +
	"L=\"x\\ty\"\n" +
	"N=it's\n" +
	"O='a\"b'\n" +
	"P=\"a 'b' \\\"c\\\"\"\n" +
	"Q = \"x\" y\n" +
	"R.a-b=1\n" +
	"1S=2\n" +
	"EMPTY=''\n" +
	"export T=1\nT=2\n" +
	"#U=1\n  # V=1\n" +
	"W=a=b=c\n" +
	"X=  \n" +
	"PATHS=\"C:\\dir\\\"\n" +
	"Y='un\n" +
	"Z=1"

func parsed(t *testing.T, text string) (map[string]string, []string) {
	t.Helper()
	environ, problems := config.ParseDotEnv(text)
	out := map[string]string{}
	for _, kv := range environ {
		name, val, _ := strings.Cut(kv, "=")
		if _, twice := out[name]; twice {
			t.Errorf("%s is there twice", name)
		}
		out[name] = val
	}
	var lines []string
	for _, p := range problems {
		lines = append(lines, p.String())
	}
	return out, lines
}

func TestParseDotEnv(t *testing.T) {
	got, problems := parsed(t, "\uFEFF"+dotEnvText)
	want := map[string]string{
		"A": "1", "B": "a\nb", "C": "x", "D": "y", "E": "pa$$w", "F": "a\nb", "G": "", "H": "x", "I": "a", "J": `q"'`, "K": "v", "L": `x\ty`,
		"N": "it's", "O": `a"b`, "P": `a 'b' \"c\"`, "Q": `"x" y`, "R.a-b": "1", "1S": "2", "EMPTY": "", "T": "2", "W": "a=b=c", "X": "",
		"PATHS": `C:\dir\`, "Y": "'un", "Z": "1",
	}
	if !maps.Equal(got, want) {
		t.Errorf("got %v", got)
	}
	if lines := []string{".env:8: the line is not read; write it as NAME=value, or begin it with # for a comment"}; !slices.Equal(problems, lines) {
		t.Errorf("got %q", problems)
	}
}

// TestParseDotEnvAsThePackage: the file means what it means for the package dotenv.
func TestParseDotEnvAsThePackage(t *testing.T) {
	home := testenv.Packages(t, "dotenv@16.4.5")
	cmd := exec.CommandContext(t.Context(), "node", "-e", `process.stdout.write(JSON.stringify(require('dotenv').parse(require('fs').readFileSync('/dev/stdin'))))`)
	cmd.Dir, cmd.Stdin, cmd.Stderr = home, strings.NewReader(dotEnvText), os.Stderr
	cmd.Env = append(os.Environ(), "NODE_PATH="+filepath.Join(home, "node_modules"))
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	var want map[string]string
	if err := json.Unmarshal(out, &want); err != nil {
		t.Fatal(err)
	}
	if got, _ := parsed(t, dotEnvText); !maps.Equal(got, want) {
		t.Errorf("got %v, the package has %v", got, want)
	}
}

// TestVariablesOfFile: what the environment has wins, even if it is empty.
func TestVariablesOfFile(t *testing.T) {
	p := config.Process{Environ: []string{"A=1", "B="}}
	if got, want := p.Variables([]string{"A=2", "B=2", "C=2"}), []string{"A=1", "B=", "C=2"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func FuzzParseDotEnv(f *testing.F) {
	f.Add(dotEnvText)
	f.Fuzz(func(t *testing.T, text string) {
		got, _ := parsed(t, text)
		for name, val := range got {
			if strings.ContainsAny(name, "= \n") || len(val) > len(text) {
				t.Errorf("%q has %q", name, val)
			}
		}
	})
}
