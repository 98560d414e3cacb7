package warnings_test

import (
	"os"
	"path/filepath"
	"testing"

	"framework/engine/config"
	"framework/engine/project"
	"framework/engine/value"
	"framework/engine/warnings"
)

// write makes a project of these files.
func write(t *testing.T, files map[string]string) *project.Tree {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	tree, err := project.Scan(dir, project.DefaultPaths())
	if err != nil {
		t.Fatal(err)
	}
	return tree
}

func TestMisspeltSettingsOfFiles(t *testing.T) {
	t.Parallel()
	layers := func(file string, values *value.Map) *config.Config {
		return config.Merge([]config.Layer{{Source: "config/" + file, Values: values}}, config.Options{})
	}
	for name, tt := range map[string]struct {
		files map[string]string
		with  *config.Config
		want  []string
	}{
		"the place of a top-level key": {
			map[string]string{"config/csrf.js": "// tokens\nmodule.exports.csfr = true;\n"},
			layers("csrf.js", value.Of("csfr", true)),
			[]string{`config/csrf.js:2:16: config: "csfr" is no setting; did you mean "csrf"?`},
		},
		"members of every connection": {
			map[string]string{"config/connections.js": "module.exports.connections = {\n  disk: {\n    'adaptor': 'sails-disk'\n  }\n};\n"},
			layers("connections.js", value.Of("connections", value.Of("disk", value.Of("adaptor", "sails-disk")))),
			[]string{`config/connections.js:3:5: config.connections.disk: "adaptor" is no setting; did you mean "adapter"?`},
		},
		"keys of the project's own": {
			map[string]string{
				"config/model.js": "module.exports.model = {a: 1};", "api/services/S.js": "exports.f = function () { return sails.config.model.a; };",
			},
			layers("model.js", value.Of("model", value.Of("a", int64(1)), "stripe", "x", "mail", value.Of("hots", "x"))), nil,
		},
		"a key that a script only writes": {
			map[string]string{"config/model.js": "module.exports.model = {a: 1};", "config/bootstrap.js": "sails.config.model = {a: 2};"},
			layers("model.js", value.Of("model", value.Of("a", int64(1)))),
			[]string{`config/model.js:1:16: config: "model" is no setting; did you mean "models"?`},
		},
		"a key that a package reads": {
			map[string]string{
				"package.json":                          `{"dependencies": {"sails-hook-port": "1"}}`,
				"node_modules/sails-hook-port/index.js": "module.exports = {defaults: {prot: 1}};",
				"config/prot.js":                        "module.exports.prot = 2;",
			},
			layers("prot.js", value.Of("prot", int64(2))), nil,
		},
		"a variable": {nil, config.Merge([]config.Layer{{Source: "sails_prot", Values: value.Of("prot", "1")}}, config.Options{}), []string{
			`sails_prot: config: "prot" is no setting; did you mean "port"?`,
		}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := &warnings.Project{Scripts: warnings.NewScripts(write(t, tt.files)), Rules: warnings.Classic(), Config: tt.with}
			equal(t, p.MisspeltSettings(), tt.want...)
		})
	}
}

func TestMisspeltModels(t *testing.T) {
	t.Parallel()
	tree := write(t, map[string]string{
		"api/models/Pet.js": "module.exports = {\n  attributez: {},\n  beforCreate(v, next) { next(); },\n  attributes: {name: {type: 'string', requierd: true}}\n};\n",
		"api/services/S.js": "exports.f = function () { return Pet.beforeCreat(); };",
	})
	equal(
		t, warnings.MisspeltModels(warnings.NewScripts(tree), []warnings.Model{{
			Source: "api/models/Pet.js", Name: "Pet", Keys: []string{"attributez", "beforCreate", "attributes", "beforeCreat", "feed", "beforeCreate"},
			Attributes: []warnings.Attribute{{Name: "name", Keys: []string{"type", "requierd", "email", "maxLength", "evenn", "isEmail", "colour"}}}, Types: []string{"evenn"},
		}}),
		`api/models/Pet.js:2:3: Pet: "attributez" is no key of a model; did you mean "attributes"?`,
		`api/models/Pet.js:3:3: Pet: "beforCreate" is no key of a model; did you mean "beforeCreate"?`,
		`api/models/Pet.js:4:39: Pet.name: "requierd" is no property of an attribute and no validation rule; did you mean "required"?`,
	)
}
