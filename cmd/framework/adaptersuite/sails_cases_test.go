package adaptersuite_test

import (
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"framework/engine/testenv"
)

// otherAnswers are the cases that are meant to be answered otherwise, see
// docs/differences.md.
var otherAnswers = []string{
	"create j re", // regular expressions in JSON
	"find s eq date", "find n eq date", "find j eq date", "find sn eq date", "find nn eq date", "find owner eq date", "find req eq date",
	"find k45", // an alternative that compares with undefined
}

// TestCasesOfThePeer: values and criteria of all kinds are taken, changed and
// refused as Sails 1.x does it.
func TestCasesOfThePeer(t *testing.T) {
	home := testenv.Packages(t, "waterline@0.15.2", "waterline-utils@1.4.5", "sails-disk@2.1.2")
	cases, err := filepath.Abs("testdata/attach/cases.js")
	if err != nil {
		t.Fatal(err)
	}
	out := strings.TrimSpace(testenv.Node(t, home, "testdata/attach/cases_peer.js", cases))
	want := answers(t, []byte(out[strings.LastIndexByte(out, '\n')+1:]))

	dir := t.TempDir()
	result := filepath.Join(dir, "answers.json")
	for name, text := range map[string]string{
		"package.json":         `{"dependencies": {"sails": "^1.5.0"}}`,
		"config/globals.js":    `module.exports.globals = { models: true };`,
		"config/datastores.js": `module.exports.datastores = { default: { adapter: 'sails-memory' } };`,
		"config/models.js":     `module.exports.models = { schema: true, migrate: 'drop', attributes: { id: { type: 'number', autoIncrement: true } } };`,
		"api/models/P.js":      `module.exports = { attributes: { name: 'string', t: { model: 't' } } };`,
		"api/models/T.js": `module.exports = { attributes: {
			s: 'string', n: 'number', b: 'boolean', j: 'json', sn: { type: 'string', allowNull: true }, nn: { type: 'number', allowNull: true },
			bn: { type: 'boolean', allowNull: true }, owner: { model: 'p' }, req: { type: 'string', required: true }, pets: { collection: 'p', via: 't' },
		} };`,
		"test/cases.js": `it('answers', async () => { require('fs').writeFileSync('` + result + `', JSON.stringify(await require('` + cases + `')(T, P))); });`,
	} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if ran := runTests(t, dir, nil, "--timeout", "2m", filepath.Join(dir, "test", "cases.js")); len(ran.Failures) > 0 {
		t.Fatal(ran.reasons())
	}
	text, err := os.ReadFile(result)
	if err != nil {
		t.Fatal(err)
	}
	got := answers(t, text)
	if len(want) < 2000 || len(got) != len(want) {
		t.Fatalf("Sails has %d answers, there are %d", len(want), len(got))
	}
	var differ []string
	for _, name := range slices.Sorted(maps.Keys(want)) {
		if diff := cmp.Diff(want[name], got[name]); diff != "" {
			differ = append(differ, name)
			if !slices.Contains(otherAnswers, name) {
				t.Errorf("%s (-peer +here):\n%s", name, diff)
			}
		}
	}
	if len(differ) != len(otherAnswers) {
		t.Errorf("these differ: %q, and these were meant to: %q", differ, otherAnswers)
	}
}

func answers(t *testing.T, text []byte) map[string]any {
	t.Helper()
	var out map[string]any
	if err := json.Unmarshal(text, &out); err != nil {
		t.Fatalf("%v in %.200s", err, text)
	}
	return out
}
