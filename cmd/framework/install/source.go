package install

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"framework/cmd/framework/install/manifest"
	"framework/cmd/framework/install/registry"
	"framework/cmd/framework/install/resolve"
)

// Document is resolve.Source's.
func (j *job) Document(ctx context.Context, name string) ([]byte, error) {
	return j.client.Document(ctx, name)
}

// Other is resolve.Source's.
func (j *job) Other(ctx context.Context, s resolve.Spec) (resolve.Found, error) {
	switch s.Kind {
	case resolve.Directory:
		m, err := manifest.File(filepath.Join(j.opts.Dir, filepath.FromSlash(s.Text), "package.json"))
		if err != nil {
			return resolve.Found{}, err
		}
		return resolve.Found{Manifest: m, Resolved: path.Clean(s.Text), Link: true}, nil
	case resolve.File:
		data, err := os.ReadFile(filepath.Join(j.opts.Dir, filepath.FromSlash(s.Text)))
		if err != nil {
			return resolve.Found{}, err
		}
		return ofTarball(data, "file:"+path.Clean(s.Text))
	case resolve.Tarball:
		data, err := j.client.Tarball(ctx, s.Name, "", s.Text, "")
		if err != nil {
			return resolve.Found{}, err
		}
		return ofTarball(data, s.Text)
	case resolve.Git:
		commit, data, err := j.repository(ctx, s.Text)
		if err != nil {
			return resolve.Found{}, err
		}
		address, _, _ := strings.Cut(s.Text, "#")
		found, err := ofTarball(data, "git+"+address+"#"+commit)
		found.Integrity = "" // what git packs may differ from one version of git to the next
		return found, err
	}
	return resolve.Found{}, fmt.Errorf("%q cannot be brought", s.Text)
}

func ofTarball(data []byte, resolved string) (resolve.Found, error) {
	m, err := manifestOf(data)
	if err != nil {
		return resolve.Found{}, fmt.Errorf("%s: %w", resolved, err)
	}
	return resolve.Found{Manifest: m, Resolved: resolved, Integrity: registry.Sum(data)}, nil
}

// bring returns the tarball of a package of the tree.
func (j *job) bring(ctx context.Context, name, version, resolved, integrity string) ([]byte, error) {
	switch s := resolve.ParseSpec(name, resolved); {
	case resolved == "": // of the registry
	case s.Kind == resolve.File:
		data, err := os.ReadFile(filepath.Join(j.opts.Dir, filepath.FromSlash(s.Text)))
		return data, err
	case s.Kind == resolve.Git:
		_, data, err := j.repository(ctx, s.Text)
		return data, err
	}
	return j.client.Tarball(ctx, name, version, resolved, integrity)
}

var commitID = regexp.MustCompile(`^[0-9a-f]{40}$`)

// repository returns a commit of a repository and its files as a tarball. A
// commit that was brought before comes from the cache.
func (j *job) repository(ctx context.Context, text string) (commit string, tarball []byte, err error) {
	address, wanted, _ := strings.Cut(text, "#")
	if commitID.MatchString(wanted) {
		if data, err := os.ReadFile(j.packed(wanted)); err == nil {
			return wanted, data, nil
		}
	}
	program, err := exec.LookPath("git")
	if err != nil {
		return "", nil, fmt.Errorf("%s is a repository, and git is not installed", address)
	}
	dir, err := os.MkdirTemp("", "repository-")
	if err != nil {
		return "", nil, err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	git := func(args ...string) ([]byte, error) {
		cmd := exec.CommandContext(ctx, program, args...)
		cmd.Dir = dir
		cmd.Env = append(slices.Clone(j.opts.Environ), "GIT_TERMINAL_PROMPT=0")
		var out, said bytes.Buffer
		cmd.Stdout, cmd.Stderr = &out, &said
		if err := cmd.Run(); err != nil {
			return nil, fmt.Errorf("git %s %s: %w: %s", args[0], address, err, strings.TrimSpace(said.String()))
		}
		return out.Bytes(), nil
	}
	if _, err := git("clone", "--quiet", "--no-checkout", "--", address, "."); err != nil {
		return "", nil, err
	}
	ref := "HEAD"
	if within, ok := strings.CutPrefix(wanted, "semver:"); ok {
		tags, err := git("tag", "--list")
		if err != nil {
			return "", nil, err
		}
		if ref = resolve.Highest(strings.Fields(string(tags)), within); ref == "" {
			return "", nil, fmt.Errorf("%s has no tag within %q", address, within)
		}
	} else if wanted != "" {
		ref = wanted
	}
	id, err := git("rev-parse", "--verify", "--quiet", "--end-of-options", ref+"^{commit}")
	if err != nil {
		if id, err = git("rev-parse", "--verify", "--quiet", "--end-of-options", "origin/"+ref+"^{commit}"); err != nil {
			return "", nil, fmt.Errorf("%s has no commit, tag or branch %q", address, ref)
		}
	}
	commit = strings.TrimSpace(string(id))
	if tarball, err = git("archive", "--format=tar.gz", "--prefix=package/", commit); err != nil {
		return "", nil, err
	}
	file := j.packed(commit)
	err = errors.Join(os.MkdirAll(filepath.Dir(file), 0o755), os.WriteFile(file+".new", tarball, 0o600), os.Rename(file+".new", file))
	return commit, tarball, err
}

// packed is where the cache has the files of a commit.
func (j *job) packed(commit string) string {
	return filepath.Join(j.opts.Cache, "repositories", commit+".tgz")
}
