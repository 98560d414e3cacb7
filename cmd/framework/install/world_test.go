package install_test

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"crypto/sha1"
	"crypto/sha512"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"maps"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
)

// pkg is a package.json of a version of a package.
type pkg map[string]any

// file is a file of a tarball. A link's text is its target.
type file struct {
	name, text string
	link       bool
}

// world is a registry with some packages.
type world struct {
	t       testing.TB
	address string

	mu       sync.Mutex
	versions map[string]map[string]pkg
	extra    map[string][]file
	tarballs map[string][]byte
	// answer may answer a request in place of the registry.
	answer func(w http.ResponseWriter, r *http.Request) bool
	asked  []string
}

func newWorld(t testing.TB, packages ...pkg) *world {
	w := &world{t: t, versions: map[string]map[string]pkg{}, extra: map[string][]file{}, tarballs: map[string][]byte{}}
	for _, p := range packages {
		w.add(p)
	}
	server := httptest.NewServer(w)
	t.Cleanup(server.Close)
	w.address = server.URL + "/registry/"
	return w
}

func (w *world) add(p pkg, files ...file) {
	name, version := p["name"].(string), p["version"].(string)
	if w.versions[name] == nil {
		w.versions[name] = map[string]pkg{}
	}
	w.versions[name][version] = p
	w.extra[name+"@"+version] = files
}

func (w *world) ServeHTTP(rw http.ResponseWriter, r *http.Request) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.asked = append(w.asked, r.URL.Path)
	if w.answer != nil && w.answer(rw, r) {
		return
	}
	rest, _ := strings.CutPrefix(r.URL.Path, "/registry/")
	if name, tarball, ok := strings.Cut(rest, "/-/"); ok {
		base := name[strings.LastIndexByte(name, '/')+1:]
		version := strings.TrimSuffix(strings.TrimPrefix(tarball, base+"-"), ".tgz")
		if w.versions[name][version] != nil {
			_, _ = rw.Write(w.tarball(name, version))
			return
		}
	}
	versions := w.versions[rest]
	if versions == nil {
		http.NotFound(rw, r)
		return
	}
	list := map[string]any{}
	for v, p := range versions {
		data := w.tarball(rest, v)
		sum, old := sha512.Sum512(data), sha1.Sum(data)
		entry := maps.Clone(p)
		entry["dist"] = pkg{
			"tarball":   w.address + rest + "/-/" + rest[strings.LastIndexByte(rest, '/')+1:] + "-" + v + ".tgz",
			"integrity": "sha512-" + base64.StdEncoding.EncodeToString(sum[:]), "shasum": hex.EncodeToString(old[:]),
		}
		list[v] = entry
	}
	sorted := slices.Sorted(maps.Keys(versions))
	_ = json.NewEncoder(rw).Encode(pkg{"name": rest, "dist-tags": pkg{"latest": sorted[len(sorted)-1]}, "versions": list})
}

// tarball packs a version.
func (w *world) tarball(name, version string) []byte {
	key := name + "@" + version
	if data := w.tarballs[key]; data != nil {
		return data
	}
	text, err := json.Marshal(w.versions[name][version])
	if err != nil {
		w.t.Error(err)
	}
	files := append([]file{{name: "package/package.json", text: string(text)}}, w.extra[key]...)
	w.tarballs[key] = pack(w.t, files...)
	return w.tarballs[key]
}

func pack(t testing.TB, files ...file) []byte {
	t.Helper()
	var out bytes.Buffer
	z := gzip.NewWriter(&out)
	tw := tar.NewWriter(z)
	for _, f := range files {
		h := &tar.Header{Name: f.name, Mode: 0o644, Size: int64(len(f.text)), Typeflag: tar.TypeReg}
		if f.link {
			h = &tar.Header{Name: f.name, Linkname: f.text, Typeflag: tar.TypeSymlink}
		}
		if err := tw.WriteHeader(h); err != nil {
			t.Fatal(err)
		}
		if !f.link {
			if _, err := tw.Write([]byte(f.text)); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := tw.Close(); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}
