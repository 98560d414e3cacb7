package main_test

import (
	"context"
	"io"
	"maps"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"framework/cmd/framework/programtest"
)

// TestMistakesWhileServing: what a server in development logs when a mistake is saved, and
// in which line after the save. -v prints how long after it.
func TestMistakesWhileServing(t *testing.T) {
	t.Parallel()
	binary := build(t)
	t.Run("classic", func(t *testing.T) { saveMistakes(t, binary, checked, mistakes()) })
	t.Run("modern", func(t *testing.T) { saveMistakes(t, binary, checkedModern, modernMistakes()) })
}

// edited is a project that is served while files of it are saved.
type edited struct {
	*programtest.Server
	t     *testing.T
	dir   string
	files map[string]string // as they are without mistakes
}

func edit(t *testing.T, binary string, files map[string]string) *edited {
	t.Helper()
	e := &edited{t: t, dir: t.TempDir(), files: files}
	for file, text := range files {
		e.save(file, text)
	}
	e.Server = programtest.Lift(t, binary, e.dir, "development")
	e.WaitFor("GET", "/_framework/health", "", 200, "")
	return e
}

func (e *edited) save(file, text string) {
	e.t.Helper()
	saveFile(e.t, e.dir, file, text)
}

// saveFile writes a file of a project.
func saveFile(t *testing.T, dir, file, text string) {
	t.Helper()
	path := filepath.Join(dir, filepath.FromSlash(file))
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// restore undoes the change of a file.
func (e *edited) restore(file string) {
	e.t.Helper()
	if was, ok := e.files[file]; ok {
		e.save(file, was)
	} else if err := os.Remove(filepath.Join(e.dir, filepath.FromSlash(file))); err != nil {
		e.t.Fatal(err)
	}
	e.reload()
}

// reload waits until what is saved is served.
func (e *edited) reload() {
	e.t.Helper()
	if out, err := exec.CommandContext(e.t.Context(), "framework", "reload", e.dir).CombinedOutput(); err != nil {
		e.t.Fatalf("%v\n%s", err, out)
	}
}

func saveMistakes(t *testing.T, binary string, files map[string]string, mistakes map[string]mistake) {
	t.Helper()
	s := edit(t, binary, files)
	for _, name := range slices.Sorted(maps.Keys(mistakes)) {
		m := mistakes[name]
		before := len(s.Log.String())
		saved := time.Now()
		s.save(m.file, m.text)
		for _, want := range []string{m.warns, m.fails} {
			if want == "" {
				continue
			}
			line, ok := loggedAfter(s.Server, before, want, nil)
			if !ok {
				t.Errorf("%s: the log does not say\n%s\nbut\n%s", name, want, s.Log.String()[before:])
				continue
			}
			t.Logf("%s: line %d, %v after the save: %s", name, line, time.Since(saved).Round(time.Millisecond), want)
		}
		s.restore(m.file)
	}
}

// requested is a mistake that shows when a request comes.
type requested struct {
	file, text string
	request    string // "GET /pet/feed", with a body
	says       string // the log, or the answer
}

// TestMistakesAtRequests: what a server in development says when a request meets a mistake.
func TestMistakesAtRequests(t *testing.T) {
	t.Parallel()
	binary := build(t)
	t.Run("classic", func(t *testing.T) { requestMistakes(t, binary, checked, requestedMistakes()) })
	t.Run("modern", func(t *testing.T) { requestMistakes(t, binary, checkedModern, modernRequested()) })
}

func requestMistakes(t *testing.T, binary string, files map[string]string, mistakes map[string]requested) {
	t.Helper()
	s := edit(t, binary, files)
	for _, name := range slices.Sorted(maps.Keys(mistakes)) {
		m := mistakes[name]
		s.save(m.file, m.text)
		s.reload()
		before := len(s.Log.String())
		method, rest, _ := strings.Cut(m.request, " ")
		path, body, _ := strings.Cut(rest, " ")
		answered := make(chan string, 1)
		ctx, cancel := context.WithCancel(t.Context())
		go func() { answered <- ask(ctx, method, s.Base+path, body) }()
		if line, ok := loggedAfter(s.Server, before, m.says, answered); ok {
			t.Logf("%s: line %d: %s", name, line, m.says)
		} else {
			t.Errorf("%s: answer and log do not say\n%s\nbut\n%s", name, m.says, s.Log.String()[before:])
		}
		cancel()
		s.restore(m.file)
	}
}

// requestedMistakes are those in a project for 0.12, by what is wrong.
func requestedMistakes() map[string]requested {
	action := func(code string) requested {
		return requested{"api/controllers/PetController.js", "module.exports = {\n  feed: function (req, res) { " + code + " }\n};\n", "GET /pet/feed", ""}
	}
	says := func(r requested, text string) requested { r.says = text; return r }
	model := func(rest, request, text string) requested {
		return requested{"api/models/Pet.js", "module.exports = {\n  attributes: { name: { type: 'string', required: true }, owner: { model: 'user' } },\n" + rest + "};\n", request, text}
	}
	return map[string]requested{
		"a second answer":                says(action("res.json(1); res.json(2);"), "warn: a second answer of a request was ignored: the response was already sent method=GET path=/pet/feed target=pet.feed"),
		"an error in a timer":            says(action("setTimeout(function () { throw new Error('late'); }); res.ok();"), `error: uncaught error error="api/controllers/PetController.js:2:62: Error: late"`),
		"a promise that nobody handles":  says(action("Promise.reject(new Error('late')); res.ok();"), `error: uncaught error error="api/controllers/PetController.js:2:46: Error: late"`),
		"a session without a user":       says(action("res.json(req.session.user.id);"), `"api/controllers/PetController.js:2:57: TypeError: Cannot read properties of undefined (reading 'id')"`),
		"an object that contains itself": says(action("var a = {}; a.a = a; res.json(a);"), "api/controllers/PetController.js:2:56: TypeError: Converting circular structure to JSON"),
		"an association":                 says(action("Pet.find().populate('ownr').exec(function (err, pets) { if (err) { return res.serverError(err); } res.json(pets); });"), `the model pet has no association called \"ownr\"`),
		"a variable of a view":           {"views/home.ejs", "<p>\n<%= user.name %>\n</p>\n", "GET /", "views/home.ejs:2:5: ReferenceError"},
		"a callback that fails": model("  beforeCreate: function (values, next) { values.tag.name = 1; next(); }\n", `POST /pet {"name":"a"}`,
			`error="beforeCreate of Pet failed: api/models/Pet.js:3:59: TypeError: Cannot set properties of undefined (setting 'name')"`),
		"a record without a value": model("", "POST /pet {}", `\"required\" validation rule failed for input: null`),
		"JSON that is none":        model("", "POST /pet {bad", "Unable to parse HTTP body- error occurred :: invalid JSON: Expected property name or '}' in JSON at position 1"),
	}
}

// modernRequested are those in a project for 1.x.
func modernRequested() map[string]requested {
	action := func(code, text string) requested {
		return requested{"api/controllers/pet/feed.js", "module.exports = async function (req, res) {\n  " + code + "\n};\n", "GET /pet/feed", text}
	}
	machine := func(code, text string) requested {
		return requested{"api/controllers/pet/feed.js", "module.exports = {\n" + code + "};\n", "GET /pet/feed", text}
	}
	return map[string]requested{
		"a record that was not fetched":     action("const pet = await Pet.create({ name: 'a' });\n  return res.json(pet.id);", "api/controllers/pet/feed.js:3:23: TypeError: Cannot read properties of undefined (reading 'id')"),
		"a query without await":             action("const pet = Pet.findOne({ id: 1 });\n  return res.json(pet.name.length);", "api/controllers/pet/feed.js:3:28: TypeError: Cannot read properties of undefined (reading 'length')"),
		"a helper without an input":         action("return res.json(await sails.helpers.feed.takeFood());", "api/controllers/pet/feed.js:2:44: UsageError: Could not run takeFood() because of a problem"),
		"a value of another type":           action("return res.json(await Pet.create({ age: 'old' }).fetch());", "api/controllers/pet/feed.js:2:29: UsageError: Invalid new record."),
		"attributes beside where":           action("return res.json(await Pet.find({ where: { name: 'a' }, age: 1 }));", "The provided criteria contains an unrecognized property: 'age'"),
		"an update without values":          action("return res.json(await Pet.update({ name: 'a' }));", "Expecting a dictionary (plain JavaScript object) but instead, got: undefined"),
		"an exit that is not declared":      machine("  exits: { success: {} },\n  fn: async function () {\n    throw 'noPet';\n  }\n", "ImplementationError: Internal error occurred while running `petfeedjs`.  Got non-Error: 'noPet'"),
		"a request without an input":        machine("  inputs: { id: { type: 'number', required: true } },\n  fn: async function () { return 1; }\n", `\"id\" is required, but it was not defined.`),
		"an error in an action of promises": action("throw new Error('no luck');", "api/controllers/pet/feed.js:2:9: Error: no luck"),
	}
}

// ask sends a request, and returns the body of the answer, or why there is none.
func ask(ctx context.Context, method, url, body string) string {
	req, err := http.NewRequestWithContext(ctx, method, url, strings.NewReader(body))
	if err != nil {
		return err.Error()
	}
	if body != "" {
		req.Header.Set("Content-Type", "application/json")
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return err.Error()
	}
	defer func() { _ = res.Body.Close() }()
	text, err := io.ReadAll(res.Body)
	if err != nil {
		return err.Error()
	}
	return string(text)
}

// loggedAfter waits until the log has a text behind an offset, and returns in which line
// behind that; 0 if it is in the answer that comes.
func loggedAfter(s *programtest.Server, offset int, want string, answered chan string) (line int, ok bool) {
	for deadline := time.Now().Add(30 * time.Second); time.Now().Before(deadline); time.Sleep(time.Millisecond) {
		if before, _, found := strings.Cut(s.Log.String()[offset:], want); found {
			return 1 + strings.Count(before, "\n"), true
		}
		select {
		case answer := <-answered:
			if strings.Contains(answer, want) {
				return 0, true
			}
		default:
		}
	}
	return 0, false
}
