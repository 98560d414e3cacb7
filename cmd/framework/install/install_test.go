package install_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"framework/cmd/framework/install"
	"framework/cmd/framework/install/lockfile"
	"framework/engine/testenv"
)

// project writes the files of a project.
func project(t testing.TB, manifest pkg, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	text, err := json.MarshalIndent(manifest, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(dir, "package.json"), string(text))
	for name, text := range files {
		write(t, filepath.Join(dir, name), text)
	}
	return dir
}

func write(t testing.TB, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func read(t testing.TB, path ...string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(path...))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// run installs in dir from the world alone, whatever the machine's configuration is.
func (w *world) run(t testing.TB, dir string, change func(*install.Options)) (*install.Report, error) {
	t.Helper()
	home := t.TempDir()
	opts := install.Options{
		Dir: dir, Cache: filepath.Join(home, "cache"), Node: "20.0.0",
		Environ: []string{"npm_config_registry=" + w.address, "npm_config_userconfig=" + filepath.Join(home, "none"), "npm_config_globalconfig=" + filepath.Join(home, "none"), "PATH=" + os.Getenv("PATH"), "HOME=" + home},
	}
	if change != nil {
		change(&opts)
	}
	return install.Install(t.Context(), opts)
}

func (w *world) must(t testing.TB, dir string, change func(*install.Options)) *install.Report {
	t.Helper()
	report, err := w.run(t, dir, change)
	if err != nil {
		t.Fatal(err)
	}
	return report
}

// installed lists the packages of a project as "path version".
func installed(t testing.TB, dir string) []string {
	t.Helper()
	var out []string
	err := filepath.WalkDir(filepath.Join(dir, "node_modules"), func(path string, d fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err != nil || d.Name() != "package.json" {
			return err
		}
		rel, err := filepath.Rel(dir, filepath.Dir(path))
		if err != nil {
			return err
		}
		var p struct{ Version string }
		if err := json.Unmarshal([]byte(read(t, path)), &p); err != nil {
			return err
		}
		out = append(out, filepath.ToSlash(rel)+" "+p.Version)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(out)
	return out
}

func expect(t testing.TB, got []string, want ...string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("there are\n  %s\nand there have to be\n  %s", strings.Join(got, "\n  "), strings.Join(want, "\n  "))
	}
}

func deps(pairs ...string) pkg {
	out := pkg{}
	for i := 0; i < len(pairs); i += 2 {
		out[pairs[i]] = pairs[i+1]
	}
	return out
}

func TestPackagesAreChosenAndPlaced(t *testing.T) {
	w := newWorld(t,
		pkg{"name": "a", "version": "1.0.0", "dependencies": deps("b", "^1.0.0"), "bin": deps("tool", "./cli.js")},
		pkg{"name": "b", "version": "1.0.0"}, pkg{"name": "b", "version": "1.4.0", "deprecated": "use 1.3"}, pkg{"name": "b", "version": "1.3.0"},
		pkg{"name": "b", "version": "2.0.0"},
		pkg{"name": "@scope/c", "version": "3.0.0", "dependencies": deps("b", "2")},
		pkg{"name": "test-tool", "version": "1.0.0", "scripts": deps("postinstall", "echo")},
	)
	w.add(pkg{"name": "cli", "version": "1.0.0", "bin": "./run.js"}, file{name: "package/run.js", text: "#!/usr/bin/env node\n"})
	dir := project(t, pkg{
		"name": "p", "version": "1.0.0", "dependencies": deps("a", "*", "@scope/c", "^3", "old", "npm:b@1.0.0", "cli", "latest"),
		"devDependencies": deps("test-tool", "*"),
	}, nil)
	report := w.must(t, dir, nil)
	expect(t, installed(t, dir),
		"node_modules/@scope/c 3.0.0", "node_modules/a 1.0.0", "node_modules/a/node_modules/b 1.3.0",
		"node_modules/b 2.0.0", "node_modules/cli 1.0.0", "node_modules/old 1.0.0", "node_modules/test-tool 1.0.0")
	expect(t, report.Scripts, "test-tool")
	expect(t, report.Wrote, "package-lock.json")
	if runtime.GOOS != "windows" {
		if info, err := os.Stat(filepath.Join(dir, "node_modules/.bin/cli")); err != nil || info.Mode()&0o111 == 0 {
			t.Errorf("the program of cli: %v %v", info, err)
		}
	}
	if again := w.must(t, dir, nil); !again.Current {
		t.Errorf("the second run: %+v", again)
	}
	w.must(t, dir, func(o *install.Options) { o.OmitDev = true })
	if list := installed(t, dir); slices.ContainsFunc(list, func(s string) bool { return strings.Contains(s, "test-tool") }) || len(list) != 6 {
		t.Errorf("without dev: %v", list)
	}
}

func TestLockFilesOfEveryVersion(t *testing.T) {
	w := newWorld(t,
		pkg{"name": "a", "version": "1.0.0", "dependencies": deps("b", "^1.0.0")}, pkg{"name": "a", "version": "1.9.0"},
		pkg{"name": "b", "version": "1.0.0"}, pkg{"name": "b", "version": "1.4.0"}, pkg{"name": "b", "version": "2.0.0"},
		pkg{"name": "dev", "version": "1.0.0"},
	)
	manifest := pkg{"name": "p", "version": "1.0.0", "dependencies": deps("a", "^1.0.0", "b", "2.x"), "devDependencies": deps("dev", "1")}
	for name, text := range map[string]string{
		"npm-shrinkwrap.json": `{"name": "p", "dependencies": {
			"a": {"version": "1.0.0", "from": "a@^1.0.0", "resolved": "http://gone.example/a/-/a-1.0.0.tgz", "dependencies": {"b": {"version": "1.0.0"}}},
			"b": {"version": "2.0.0"}, "dev": {"version": "1.0.0", "dev": true}}}`,
		"package-lock.json": `{"lockfileVersion": 1, "requires": true, "dependencies": {
			"a": {"version": "1.0.0", "requires": {"b": "^1.0.0"}, "dependencies": {"b": {"version": "1.0.0"}}},
			"b": {"version": "2.0.0"}, "dev": {"version": "1.0.0", "dev": true}}}`,
		"2/package-lock.json": `{"lockfileVersion": 2, "requires": true, "packages": {
			"": {"dependencies": {"a": "^1.0.0", "b": "2.x"}, "devDependencies": {"dev": "1"}},
			"node_modules/a": {"version": "1.0.0", "resolved": "http://gone.example/registry/a/-/a-1.0.0.tgz", "dependencies": {"b": "^1.0.0"}},
			"node_modules/a/node_modules/b": {"version": "1.0.0"}, "node_modules/b": {"version": "2.0.0"},
			"node_modules/dev": {"version": "1.0.0", "dev": true}}, "dependencies": {"a": {"version": "9.9.9"}}}`,
	} {
		t.Run(name, func(t *testing.T) {
			dir := project(t, manifest, map[string]string{filepath.Base(name): text})
			w.must(t, dir, func(o *install.Options) { o.Frozen = true })
			expect(t, installed(t, dir), "node_modules/a 1.0.0", "node_modules/a/node_modules/b 1.0.0", "node_modules/b 2.0.0", "node_modules/dev 1.0.0")
			if read(t, dir, filepath.Base(name)) != text {
				t.Error("the lock file was written")
			}
		})
	}
}

// TestLockFilesThatDoNotFit: the versions that still fit are kept.
func TestLockFilesThatDoNotFit(t *testing.T) {
	w := newWorld(t,
		pkg{"name": "a", "version": "1.0.0"}, pkg{"name": "a", "version": "1.9.0"},
		pkg{"name": "b", "version": "1.0.0"}, pkg{"name": "b", "version": "2.0.0"}, pkg{"name": "c", "version": "1.0.0"},
	)
	lock := `{"lockfileVersion": 3, "packages": {"": {}, "node_modules/a": {"version": "1.0.0"}, "node_modules/b": {"version": "1.0.0"}}}`
	dir := project(t, pkg{"dependencies": deps("a", "^1.0.0", "b", "^2.0.0", "c", "*")}, map[string]string{"package-lock.json": lock})
	_, err := w.run(t, dir, func(o *install.Options) { o.Frozen = true })
	if err == nil || !strings.Contains(err.Error(), "package.json asks for b ^2.0.0, and package-lock.json has 1.0.0") {
		t.Errorf("frozen: %v", err)
	}
	w.must(t, dir, nil)
	expect(t, installed(t, dir), "node_modules/a 1.0.0", "node_modules/b 2.0.0", "node_modules/c 1.0.0")
	w.must(t, dir, func(o *install.Options) { o.Frozen = true })
}

func TestPackagesAreAdded(t *testing.T) {
	w := newWorld(t, pkg{"name": "a", "version": "1.2.3"}, pkg{"name": "@s/b", "version": "2.0.0"}, pkg{"name": "z", "version": "1.0.0"})
	dir := project(t, nil, nil)
	write(t, filepath.Join(dir, "package.json"), "{\n\t\"name\": \"p\",\n\t\"dependencies\": {\n\t\t\"z\": \"1\"\n\t},\n\t\"author\": \"me\"\n}\n")
	report := w.must(t, dir, func(o *install.Options) { o.Add = []string{"a", "@s/b@^2.0.0"} })
	expect(t, report.Wrote, "package.json", "package-lock.json")
	want := "{\n\t\"name\": \"p\",\n\t\"dependencies\": {\n\t\t\"@s/b\": \"^2.0.0\",\n\t\t\"a\": \"^1.2.3\",\n\t\t\"z\": \"1\"\n\t},\n\t\"author\": \"me\"\n}\n"
	if got := read(t, dir, "package.json"); got != want {
		t.Errorf("package.json is\n%s", got)
	}
	w.must(t, dir, func(o *install.Options) { o.Add, o.Dev, o.Exact = []string{"a"}, true, true })
	if got := read(t, dir, "package.json"); !strings.Contains(got, "\"devDependencies\": {\n\t\t\"a\": \"1.2.3\"") || strings.Contains(got, "^1.2.3") {
		t.Errorf("package.json is\n%s", got)
	}
	_, err := w.run(t, dir, func(o *install.Options) { o.Add = []string{"nothing-of-that-name"} })
	if err == nil || !strings.Contains(err.Error(), "404") {
		t.Errorf("an unknown package: %v", err)
	}
	expect(t, installed(t, dir), "node_modules/@s/b 2.0.0", "node_modules/a 1.2.3", "node_modules/z 1.0.0")
}

// TestFailuresLeaveEverythingAsItWas: each of them names the package and the
// reason, and the old node_modules, package.json and lock file stay.
func TestFailuresLeaveEverythingAsItWas(t *testing.T) {
	good := []pkg{{"name": "a", "version": "1.0.0"}, {"name": "b", "version": "1.0.0"}}
	for _, c := range []struct {
		name, want string
		manifest   pkg
		files      map[string]string
		change     func(*world)
		opts       func(*install.Options)
	}{
		{name: "sum", want: "b@1.0.0: its sha512 sum is", change: func(w *world) {
			w.answer = func(rw http.ResponseWriter, r *http.Request) bool {
				if strings.HasSuffix(r.URL.Path, "b-1.0.0.tgz") {
					_, _ = rw.Write(pack(w.t, file{name: "package/package.json", text: `{"name": "evil"}`}))
					return true
				}
				return false
			}
		}},
		{name: "sum of the lock file", want: "has to be AAAA", files: map[string]string{"package-lock.json": `{"lockfileVersion": 3, "packages": {"": {},
			"node_modules/a": {"version": "1.0.0"}, "node_modules/b": {"version": "1.0.0", "integrity": "sha1-` + strings.Repeat("A", 27) + `="}}}`}},
		{name: "no such version", want: `package.json needs b: no version of b is within "^7.0.0"; the registry has 1.0.0`, manifest: pkg{"dependencies": deps("b", "^7.0.0")}},
		{name: "no such package", want: "package.json needs nope: ", manifest: pkg{"dependencies": deps("nope", "1")}},
		{name: "no such tag", want: `b has no tag "next"; it has 1.0.0`, manifest: pkg{"dependencies": deps("b", "next")}},
		{name: "no kind", want: `"workspace:*" is no range, tag, address or folder that npm knows`, manifest: pkg{"dependencies": deps("b", "workspace:*")}},
		{name: "no tarball", want: "the file is no gzipped tarball", change: func(w *world) { w.tarballs["b@1.0.0"] = []byte("<html>") }},
		{name: "refused", want: "401 Unauthorized: it may want a token", change: func(w *world) {
			w.answer = func(rw http.ResponseWriter, _ *http.Request) bool {
				rw.WriteHeader(http.StatusUnauthorized)
				return true
			}
		}},
		{name: "path outside", want: `package-lock.json: "node_modules/../../evil": the path leaves the project's folder`, files: map[string]string{
			"package-lock.json": `{"lockfileVersion": 3, "packages": {"node_modules/../../evil": {"version": "1.0.0"}}}`,
		}},
		{name: "name outside", want: `the path leaves the project's folder`, files: map[string]string{
			"package-lock.json": `{"lockfileVersion": 1, "dependencies": {"../evil": {"version": "1.0.0"}}}`,
		}},
		{name: "broken lock file", want: "package-lock.json:1", files: map[string]string{"package-lock.json": `{"lockfileVersion": `}},
		{name: "unknown lock file", want: "package-lock.json has the version 9, which is not known here", files: map[string]string{"package-lock.json": `{"lockfileVersion": 9}`}},
		{name: "workspaces", want: "has workspaces, which are not installed here", manifest: pkg{"workspaces": []string{"x"}}},
		{name: "overrides in places", want: `package.json: overrides: "a": only a version for a name`, manifest: pkg{"dependencies": deps("b", "1"), "overrides": pkg{"a": pkg{"b": "1"}}}},
		{name: "no registry", want: "no registry is configured, so ", opts: func(o *install.Options) {
			o.Environ = append(slices.DeleteFunc(o.Environ, func(s string) bool { return strings.HasPrefix(s, "npm_config_registry") }), "npm_config_registry=null")
		}},
		{
			name: "no registry for a lock file without addresses", want: "a@1.0.0: no registry is configured, so a cannot be brought", manifest: pkg{"dependencies": deps("a", "1")},
			files: map[string]string{"package-lock.json": `{"lockfileVersion": 3, "packages": {"": {}, "node_modules/a": {"version": "1.0.0"}}}`},
			opts:  func(o *install.Options) { o.Environ = append(o.Environ[1:], "npm_config_registry=null") },
		},
		{name: "frozen without a lock file", want: "there is no lock file", opts: func(o *install.Options) { o.Frozen = true }},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := newWorld(t, good...)
			if c.change != nil {
				c.change(w)
			}
			if c.manifest == nil {
				c.manifest = pkg{"dependencies": deps("a", "1", "b", "1")}
			}
			dir := project(t, c.manifest, c.files)
			write(t, filepath.Join(dir, "node_modules/old/package.json"), `{"version": "0.1.0"}`)
			before := everything(t, dir)
			_, err := w.run(t, dir, c.opts)
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("the error is %v and has to say %q", err, c.want)
			}
			if after := everything(t, dir); !maps.Equal(before, after) {
				t.Errorf("the folder has changed:\n%v\n%v", slices.Sorted(maps.Keys(before)), slices.Sorted(maps.Keys(after)))
			}
		})
	}
}

func everything(t testing.TB, dir string) map[string]string {
	t.Helper()
	out := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() {
			out[path] = read(t, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// TestTarballsStayInTheirFolder: names that leave it, links, and files over
// links write nothing outside.
func TestTarballsStayInTheirFolder(t *testing.T) {
	w := newWorld(t)
	outside := t.TempDir()
	w.add(pkg{"name": "evil", "version": "1.0.0"},
		file{name: "package/../../../../escaped.txt", text: "x"}, file{name: "/etc/escaped.txt", text: "x"}, file{name: `package\..\..\escaped.txt`, text: "x"},
		file{name: "package/out", text: outside, link: true}, file{name: "package/out/escaped.txt", text: "x"}, file{name: "other/kept.txt", text: "kept"},
	)
	dir := project(t, pkg{"dependencies": deps("evil", "1")}, nil)
	w.must(t, dir, nil)
	if read(t, dir, "node_modules/evil/kept.txt") != "kept" {
		t.Error("the first part of a name is not dropped")
	}
	for _, place := range []string{outside, dir, filepath.Dir(dir), "/etc"} {
		if _, err := os.Stat(filepath.Join(place, "escaped.txt")); err == nil {
			t.Errorf("a file was written into %s", place)
		}
	}
}

// TestOptionalPackages: what is not for this machine stays in the lock file, and
// is not installed, nor is what it alone needs.
func TestOptionalPackages(t *testing.T) {
	w := newWorld(t,
		pkg{"name": "native", "version": "1.0.0", "os": []string{"none"}, "dependencies": deps("helper", "1")},
		pkg{"name": "helper", "version": "1.0.0"}, pkg{"name": "here", "version": "1.0.0", "cpu": []string{"!none"}},
	)
	dir := project(t, pkg{"optionalDependencies": deps("native", "1", "here", "1", "missing", "1")}, nil)
	report := w.must(t, dir, nil)
	expect(t, installed(t, dir), "node_modules/here 1.0.0")
	if len(report.Warnings) != 1 || !strings.Contains(report.Warnings[0], "missing is left out, which is optional for package.json") {
		t.Errorf("warnings: %v", report.Warnings)
	}
	l, err := lockfile.Find(dir)
	if err != nil || len(l.Packages) != 3 {
		t.Errorf("the lock file: %v %v", l, err)
	}
	if again := w.must(t, dir, nil); !again.Current {
		t.Errorf("again: %+v", again)
	}
}

// TestOtherSources: folders, files, addresses and repositories.
func TestOtherSources(t *testing.T) {
	git, err := exec.LookPath("git")
	if err != nil {
		testenv.Missing(t, "git is not installed")
	}
	repository := t.TempDir()
	write(t, filepath.Join(repository, "package.json"), `{"name": "kept-in-git", "version": "4.5.6", "dependencies": {"a": "1"}}`)
	for _, args := range [][]string{{"init", "-q"}, {"add", "."}, {"-c", "user.name=t", "-c", "user.email=t@example.com", "commit", "-qm", "x"}, {"tag", "v4.5.6"}} {
		cmd := exec.CommandContext(t.Context(), git, args...)
		cmd.Dir = repository
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("git %v: %v\n%s", args, err, out)
		}
	}
	w := newWorld(t, pkg{"name": "a", "version": "1.0.0"})
	w.answer = func(rw http.ResponseWriter, r *http.Request) bool {
		if r.URL.Path != "/some/file.tgz" {
			return false
		}
		_, _ = rw.Write(pack(t, file{name: "package/package.json", text: `{"name": "remote", "version": "2.2.2"}`}))
		return true
	}
	remote := strings.TrimSuffix(w.address, "/registry/") + "/some/file.tgz"
	dir := project(t, pkg{"dependencies": deps(
		"linked", "file:./own/linked", "packed", "file:packed.tgz", "remote", remote, "kept-in-git", "git+file://"+repository+"#semver:^4.0.0",
	)}, map[string]string{
		"own/linked/package.json": `{"name": "linked", "version": "7.0.0"}`,
		"packed.tgz":              string(pack(t, file{name: "package/package.json", text: `{"name": "packed", "version": "3.3.3"}`})),
	})
	want := []string{"node_modules/a 1.0.0", "node_modules/kept-in-git 4.5.6", "node_modules/packed 3.3.3", "node_modules/remote 2.2.2"}
	w.must(t, dir, nil)
	expect(t, installed(t, dir), want...)
	if !strings.Contains(read(t, dir, "node_modules/linked/package.json"), "7.0.0") {
		t.Error("the folder is not linked")
	}
	lock := read(t, dir, "package-lock.json")
	for _, part := range []string{`"resolved": "git+file://` + repository + "#", `"link": true`, `"resolved": "own/linked"`, `"resolved": "file:packed.tgz"`, `"resolved": "` + remote + `"`} {
		if !strings.Contains(lock, part) {
			t.Errorf("the lock file lacks %s:\n%s", part, lock)
		}
	}
	if err := os.RemoveAll(filepath.Join(dir, "node_modules")); err != nil {
		t.Fatal(err)
	}
	w.must(t, dir, func(o *install.Options) { o.Frozen = true })
	expect(t, installed(t, dir), want...)
}

// TestTheCacheServesWithoutARegistry: what was brought once is not asked for again.
func TestTheCacheServesWithoutARegistry(t *testing.T) {
	w := newWorld(t, pkg{"name": "a", "version": "1.0.0"})
	cache := t.TempDir()
	dir := project(t, pkg{"dependencies": deps("a", "1")}, nil)
	w.must(t, dir, func(o *install.Options) { o.Cache = cache })
	w.answer = func(rw http.ResponseWriter, _ *http.Request) bool { rw.WriteHeader(http.StatusNotFound); return true }
	if err := os.RemoveAll(filepath.Join(dir, "node_modules")); err != nil {
		t.Fatal(err)
	}
	w.must(t, dir, func(o *install.Options) { o.Cache = cache })
	expect(t, installed(t, dir), "node_modules/a 1.0.0")
	// A file of the cache that was changed is not used.
	err := filepath.WalkDir(cache, func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() {
			err = os.WriteFile(path, []byte("changed"), 0o600)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := os.RemoveAll(filepath.Join(dir, "node_modules")); err != nil {
		t.Fatal(err)
	}
	if _, err := w.run(t, dir, func(o *install.Options) { o.Cache = cache }); err == nil {
		t.Error("a changed file of the cache was used")
	}
}

// TestConfiguration: scopes, credentials and files of npm's configuration.
func TestConfiguration(t *testing.T) {
	public := newWorld(t, pkg{"name": "a", "version": "1.0.0"})
	private := newWorld(t, pkg{"name": "@own/b", "version": "1.0.0"})
	for _, w := range []*world{public, private} {
		wanted := map[*world]string{private: "Bearer secret"}[w]
		w.answer = func(rw http.ResponseWriter, r *http.Request) bool {
			if r.Header.Get("Authorization") == wanted {
				return false
			}
			rw.WriteHeader(http.StatusForbidden)
			return true
		}
	}
	bare := strings.TrimPrefix(private.address, "http:")
	dir := project(t, pkg{"dependencies": deps("a", "1", "@own/b", "1")}, map[string]string{
		".npmrc": "; a comment\nregistry = " + public.address + "\n@own:registry=" + private.address + "\n" + bare + ":_authToken=${OWN_TOKEN}\n",
	})
	public.must(t, dir, func(o *install.Options) {
		o.Environ = append(slices.DeleteFunc(o.Environ, func(s string) bool { return strings.HasPrefix(s, "npm_config_registry") }), "OWN_TOKEN=secret")
	})
	expect(t, installed(t, dir), "node_modules/@own/b 1.0.0", "node_modules/a 1.0.0")
}

// TestTheRegistryIsAskedAgain: an answer that may be another one the next time.
func TestTheRegistryIsAskedAgain(t *testing.T) {
	testenv.Slow(t)
	w := newWorld(t, pkg{"name": "a", "version": "1.0.0"})
	failures := 2
	w.answer = func(rw http.ResponseWriter, _ *http.Request) bool {
		if failures--; failures < 0 {
			return false
		}
		rw.WriteHeader(http.StatusBadGateway)
		return true
	}
	dir := project(t, pkg{"dependencies": deps("a", "1")}, nil)
	w.must(t, dir, nil)
	expect(t, installed(t, dir), "node_modules/a 1.0.0")
}

// TestInterruption: an interrupted installation leaves nothing behind.
func TestInterruption(t *testing.T) {
	w := newWorld(t, pkg{"name": "a", "version": "1.0.0"})
	ctx, cancel := context.WithCancel(t.Context())
	w.answer = func(_ http.ResponseWriter, r *http.Request) bool {
		if !strings.HasSuffix(r.URL.Path, ".tgz") {
			return false
		}
		cancel()
		<-r.Context().Done() // the client has gone away
		return true
	}
	dir := project(t, pkg{"dependencies": deps("a", "1")}, nil)
	_, err := install.Install(ctx, install.Options{Dir: dir, Cache: t.TempDir(), Environ: []string{"npm_config_registry=" + w.address}})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("the error is %v", err)
	}
	if list := slices.Sorted(maps.Keys(everything(t, dir))); len(list) != 1 {
		t.Errorf("the folder has %v", list)
	}
}

func ExampleInstall() {
	report, err := install.Install(context.Background(), install.Options{Dir: "shop", Cache: "cache", Environ: os.Environ(), Node: "20.0.0"})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(report.Packages)
	// Output: shop/package.json is not there: it says which packages a project needs
}
