package generate

import (
	"bytes"
	"crypto/rand"
	_ "embed"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"text/template"

	"golang.org/x/tools/txtar"
)

//go:embed project.txtar
var projectFiles string

// Mode is how files are written, and what a new project has.
type Mode struct {
	Force bool // replaces files that exist
	Dry   bool // writes nothing
	Parts Parts
}

// ExistsError is the error for a file that exists already.
type ExistsError struct{ Path string }

func (e *ExistsError) Error() string {
	return fmt.Sprintf("%s already exists: choose another name, or use --force to replace it", e.Path)
}

// NameError is the error for an invalid name.
type NameError struct{ What, Name string }

func (e *NameError) Error() string {
	switch e.What {
	case "action", "helper", "page", "script", "hook", "policy", "email":
		return fmt.Sprintf("%q cannot be the name of %s: use words of letters and digits with dashes between them, such as do-this, beginning with a letter", e.Name, article(e.What))
	}
	return fmt.Sprintf("%q cannot be the name of %s: use letters, digits and _, beginning with a letter", e.Name, article(e.What))
}

func article(what string) string {
	if strings.ContainsRune("aeiou", rune(what[0])) {
		return "an " + what
	}
	return "a " + what
}

var identifier = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_]*$`)

// Project writes a new project into dir, which must be missing or empty
// unless mode.Force is set, and returns the files written.
func Project(dir string, mode Mode) ([]string, error) {
	return project(dir, projectFiles, false, mode)
}

// project writes the files of an archive, filled in.
func project(dir, archive string, modern bool, mode Mode) ([]string, error) {
	if err := mode.Parts.check(); err != nil {
		return nil, err
	}
	if entries, err := os.ReadDir(dir); err == nil && len(entries) > 0 && !mode.Force {
		return nil, fmt.Errorf("%s is not empty: choose another folder, or use --force to write into it", dir)
	} else if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	abs, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	secret := make([]byte, 32)
	if _, err := rand.Read(secret); err != nil {
		return nil, err
	}
	key := make([]byte, 32)
	if _, err := rand.Read(key); err != nil {
		return nil, err
	}
	data := mode.Parts.contents(filepath.Base(abs), modern)
	data.Secret, data.Key = hex.EncodeToString(secret), base64.StdEncoding.EncodeToString(key)
	var written []string
	files, err := mode.Parts.files(archive, data)
	if err != nil {
		return nil, err
	}
	if rc, err := mode.Parts.rc(); err != nil {
		return nil, err
	} else if rc != "" {
		files = append(files, txtar.File{Name: ".sailsrc", Data: []byte(rc)})
	}
	for _, f := range files {
		text, err := render(f.Name, string(f.Data), data)
		if err != nil {
			return written, err
		}
		if data.TypeScript {
			name, script := typedName(f.Name)
			if f.Name = name; script {
				text = []byte(typed(string(text)))
			}
			text = []byte(typedMentions(string(text)))
		}
		path := filepath.Join(dir, filepath.FromSlash(f.Name))
		if err := write(path, text, mode); err != nil {
			return written, err
		}
		written = append(written, path)
	}
	return written, nil
}

// Attribute is one argument of Model: name:type, name:model:other for a reference to one
// record, or name:collection:other:via for many.
type Attribute struct {
	Name, Type string
	// Model or Collection is the identity of the other model of an association; Via is
	// the attribute of that model which refers back, "" for a collection without one.
	Model, Collection, Via string
}

// Association is the definition of an association as it stands in the file, "" for an
// attribute with a type.
func (a Attribute) Association() string {
	switch {
	case a.Model != "":
		return "model: '" + a.Model + "'"
	case a.Via != "":
		return "collection: '" + a.Collection + "', via: '" + a.Via + "'"
	case a.Collection != "":
		return "collection: '" + a.Collection + "'"
	}
	return ""
}

// types that an attribute may be given on the command line.
var types = []string{
	"string", "text", "integer", "float", "boolean", "date", "datetime",
	"time", "array", "json", "binary", "email",
}

// ParseAttribute reads an attribute; the type defaults to string.
func ParseAttribute(arg string) (Attribute, error) { return parseAttribute(arg, types) }

func parseAttribute(arg string, types []string) (Attribute, error) {
	name, typ, ok := strings.Cut(arg, ":")
	if !ok {
		typ = "string"
	}
	if !identifier.MatchString(name) {
		return Attribute{}, &NameError{"attribute", name}
	}
	if kind, rest, ok := strings.Cut(typ, ":"); ok || kind == "model" || kind == "collection" {
		return parseAssociation(name, kind, strings.Split(rest, ":"))
	}
	for _, t := range types {
		if t == strings.ToLower(typ) {
			return Attribute{Name: name, Type: t}, nil
		}
	}
	return Attribute{}, fmt.Errorf("attribute %s: unknown type %q: use one of %s, or model:<name> and collection:<name>:<attribute> for an association", name, typ, strings.Join(types, ", "))
}

// parseAssociation reads the model of an association, and the attribute that refers back.
func parseAssociation(name, kind string, rest []string) (Attribute, error) {
	form := fmt.Sprintf("attribute %s: write %s:model:user for one record, or %s:collection:pet:owner for many, where owner is the attribute of pet that refers back", name, name, name)
	for _, part := range rest {
		if !identifier.MatchString(part) {
			return Attribute{}, errors.New(form)
		}
	}
	other := strings.ToLower(rest[0])
	switch {
	case kind == "model" && len(rest) == 1:
		return Attribute{Name: name, Model: other}, nil
	case kind == "collection" && len(rest) == 1:
		return Attribute{Name: name, Collection: other}, nil
	case kind == "collection" && len(rest) == 2:
		return Attribute{Name: name, Collection: other, Via: rest[1]}, nil
	}
	return Attribute{}, errors.New(form)
}

// Missing says which models the associations need and the project does not have yet, with
// the commands that make them.
func Missing(root, model string, attributes []Attribute) []string {
	var out []string
	for _, a := range attributes {
		other := a.Model + a.Collection
		if other == "" || strings.EqualFold(other, model) || hasModel(root, other) {
			continue
		}
		command := "framework generate model " + other
		if a.Via != "" {
			command += " " + a.Via + ":model:" + strings.ToLower(model)
		}
		out = append(out, fmt.Sprintf("%s needs the model %s: %s", a.Name, other, command))
	}
	return out
}

// hasModel reports whether a model has a file, whatever its case and its language.
func hasModel(root, identity string) bool {
	files, _ := os.ReadDir(filepath.Join(root, "api", "models")) // a folder that is missing has none
	return slices.ContainsFunc(files, func(f os.DirEntry) bool {
		return strings.EqualFold(strings.TrimSuffix(f.Name(), filepath.Ext(f.Name())), identity)
	})
}

const modelFile = `module.exports = {

  attributes: {
{{- range $i, $a := .}}{{if $i}},{{end}}
    {{$a.Name}}: { {{with $a.Association}}{{.}}{{else}}type: '{{$a.Type}}'{{end}} }
{{- end}}
  }

};
`

const controllerFile = `module.exports = {
{{- range $i, $a := .}}{{if $i}},{{end}}

  {{$a}}: function (req, res) {
    return res.json({ todo: '{{$a}}() is not implemented yet!' });
  }
{{- end}}

};
`

// Model writes api/models/<Name>.js below root and returns its path relative
// to root.
func Model(root, name string, attributes []Attribute, mode Mode) (string, error) {
	if !identifier.MatchString(name) {
		return "", &NameError{"model", name}
	}
	return file(root, "api/models/"+capital(name)+".js", modelFile, attributes, mode)
}

// Controller writes api/controllers/<Name>Controller.js below root, the name
// may have folders in front, and returns its path relative to root.
func Controller(root, name string, actions []string, mode Mode) (string, error) {
	return controller(root, name, controllerFile, actions, mode)
}

func controller(root, name, text string, actions []string, mode Mode) (string, error) {
	folders := strings.Split(name, "/")
	base := strings.TrimSuffix(folders[len(folders)-1], "Controller")
	for _, part := range append(folders[:len(folders)-1:len(folders)-1], base) {
		if !identifier.MatchString(part) {
			return "", &NameError{"controller", name}
		}
	}
	for _, a := range actions {
		if !identifier.MatchString(a) {
			return "", &NameError{"function", a}
		}
	}
	folders[len(folders)-1] = capital(base) + "Controller.js"
	return file(root, "api/controllers/"+strings.Join(folders, "/"), text, actions, mode)
}

// API writes a model and a controller of one name.
func API(root, name string, attributes []Attribute, mode Mode) ([]string, error) {
	if !identifier.MatchString(name) {
		return nil, &NameError{"api", name}
	}
	if err := free(root, name, mode); err != nil {
		return nil, err
	}
	model, err := Model(root, name, attributes, mode)
	if err != nil {
		return nil, err
	}
	controller, err := Controller(root, name, nil, mode)
	if err != nil {
		return []string{model}, err
	}
	return []string{model, controller}, nil
}

// free looks before either file of an API is written, so that nothing is left
// half done.
func free(root, name string, mode Mode) error {
	if mode.Force {
		return nil
	}
	for _, rel := range []string{"api/models/" + capital(name) + ".js", "api/controllers/" + capital(name) + "Controller.js"} {
		if found := there(root, rel); found != "" {
			return &ExistsError{found}
		}
	}
	return nil
}

func file(root, rel, tmpl string, data any, mode Mode) (string, error) {
	text, err := render(rel, tmpl, data)
	if err != nil {
		return "", err
	}
	if found := there(root, rel); found != "" && !mode.Force {
		return found, &ExistsError{found}
	}
	if name, script := typedName(rel); script && hasTypes(root) {
		rel, text = name, []byte(typed(string(text)))
	}
	err = write(filepath.Join(root, filepath.FromSlash(rel)), text, mode)
	var exists *ExistsError
	if errors.As(err, &exists) {
		exists.Path = rel
	}
	return rel, err
}

func capital(name string) string { return strings.ToUpper(name[:1]) + name[1:] }

func render(name, text string, data any) ([]byte, error) {
	t, err := template.New(name).Funcs(template.FuncMap{"json": func(v any) (string, error) {
		b, err := json.Marshal(v)
		return string(b), err
	}}).Parse(text)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	err = t.Execute(&out, data)
	return out.Bytes(), err
}

// write makes the file with its folders; it replaces one only with Force.
func write(path string, text []byte, mode Mode) error {
	if mode.Dry {
		if _, err := os.Lstat(path); err == nil && !mode.Force {
			return &ExistsError{path}
		}
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return fmt.Errorf("making the folder of %s: %w", path, err)
	}
	flags := os.O_WRONLY | os.O_CREATE | os.O_EXCL
	if mode.Force {
		flags = os.O_WRONLY | os.O_CREATE | os.O_TRUNC
	}
	permissions := fs.FileMode(0o644)
	if base := filepath.Base(path); base == ".env" || base == "local.js" && filepath.Base(filepath.Dir(path)) == "config" {
		permissions = 0o600 // it holds secrets
	}
	f, err := os.OpenFile(path, flags, permissions)
	if errors.Is(err, fs.ErrExist) {
		return &ExistsError{path}
	}
	if err != nil {
		return err
	}
	_, err = f.Write(text)
	return errors.Join(err, f.Close())
}
