package snapshot

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"framework/engine/config"
	"framework/engine/problem"
	"framework/engine/profile"
	"framework/engine/project"
)

// readEnviron finds the environment variables of the build: those of the process, and, except
// in production, those of the file .env that the process does not have. In production the file
// is left to the project, whose own code may read it.
func (b *build) readEnviron(tree *project.Tree, release profile.Release) error {
	b.environ = b.opts.Environ
	file := filepath.Join(tree.Root, config.DotEnvFile)
	if info, err := os.Stat(file); errors.Is(err, fs.ErrNotExist) || err == nil && info.IsDir() {
		return nil // a folder of that name is one of Python's
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return fmt.Errorf("reading the environment variables of the project: %w", err)
	}
	process := b.started()
	layers, err := process.Layers(tree.Root, release.Config)
	if err != nil {
		return err
	}
	found, problems := config.ParseDotEnv(string(text))
	all := process.Variables(found)
	if process.EnvironmentName(config.Merge(layers, release.Config), nil) != "production" {
		b.environ = all
		b.warn(problems...)
		return nil
	}
	if missing := len(all) - len(process.Environ); missing > 0 && !readsDotEnv(tree.Package) {
		name, _, _ := strings.Cut(all[len(process.Environ)], "=")
		b.warn(problem.In(config.DotEnvFile, "it is not read in production, so %s is not set", name).
			Advise("set the variables for the process: EnvironmentFile= of systemd, --env-file of docker"))
	}
	return nil
}

// readsDotEnv reports whether a project has a package that reads the file.
func readsDotEnv(pkg project.Package) bool {
	for name := range pkg.Dependencies {
		if strings.Contains(name, "dotenv") {
			return true
		}
	}
	return false
}
