package registry

import (
	"cmp"
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/base64"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"

	"gopkg.in/ini.v1"
)

// Config is npm's configuration, as far as bringing packages needs it: from the
// environment (npm_config_…), the project's .npmrc, the user's and the machine's.
type Config struct {
	// values are by lower-case key with "-" between words; keys that begin with //
	// are for one registry, and keep their case.
	values map[string]string
}

// machineFiles are where npm keeps the configuration of the whole machine, where
// neither its own configuration nor the environment says otherwise.
func machineFiles() []string {
	return []string{"/usr/etc/npmrc", "/usr/local/etc/npmrc", "/etc/npmrc"}
}

// ReadConfig reads the configuration for the project in dir. environ is as of
// os.Environ.
func ReadConfig(dir string, environ []string) (*Config, error) {
	env := map[string]string{}
	c := &Config{values: map[string]string{}}
	for _, entry := range environ {
		name, v, _ := strings.Cut(entry, "=")
		env[name] = v
		if key, ok := strings.CutPrefix(strings.ToLower(name), "npm_config_"); ok && v != "" {
			if strings.HasPrefix(key, "//") {
				c.values[name[len("npm_config_"):]] = v
			} else {
				c.values[strings.ReplaceAll(key, "_", "-")] = v
			}
		}
	}
	user := c.values["userconfig"]
	if user == "" {
		if home, err := os.UserHomeDir(); err == nil {
			user = filepath.Join(home, ".npmrc")
		}
	}
	files := []string{filepath.Join(dir, ".npmrc"), user}
	if global := c.values["globalconfig"]; global != "" {
		files = append(files, global)
	} else {
		if prefix := cmp.Or(c.values["prefix"], env["PREFIX"]); prefix != "" {
			files = append(files, filepath.Join(prefix, "etc", "npmrc"))
		}
		files = append(files, machineFiles()...)
	}
	for _, file := range files {
		if err := c.read(file, env); err != nil {
			return nil, err
		}
	}
	return c, nil
}

// read adds the settings of a file that no file before it has.
func (c *Config) read(file string, env map[string]string) error {
	text, err := os.ReadFile(file)
	if err != nil {
		if errors.Is(err, fs.ErrNotExist) || errors.Is(err, fs.ErrPermission) || file == "" {
			return nil
		}
		return err
	}
	parsed, err := ini.LoadSources(ini.LoadOptions{
		KeyValueDelimiters: "=", AllowBooleanKeys: true, IgnoreInlineComment: true, IgnoreContinuation: true,
		SkipUnrecognizableLines: true, AllowNonUniqueSections: true, UnescapeValueCommentSymbols: true,
	}, text)
	if err != nil {
		return fmt.Errorf("%s cannot be read: %w", file, err)
	}
	for _, k := range parsed.Section("").Keys() {
		key := expand(k.Name(), env)
		if !strings.HasPrefix(key, "//") {
			key = strings.TrimSuffix(key, "[]")
		}
		if _, there := c.values[key]; !there {
			c.values[key] = expand(k.Value(), env)
		}
	}
	return nil
}

var reference = regexp.MustCompile(`(\\*)\$\{([^}?]+)(\??)\}`)

// expand replaces ${NAME} by a variable of the environment, as npm does in its
// files: one that is not set stays as it is written, and ${NAME?} is then empty.
func expand(s string, env map[string]string) string {
	return reference.ReplaceAllStringFunc(s, func(m string) string {
		parts := reference.FindStringSubmatch(m)
		if len(parts[1])%2 == 1 {
			return m[1:]
		}
		v, ok := env[parts[2]]
		if !ok && parts[3] == "" {
			return m
		}
		return parts[1] + v
	})
}

// Bool returns a setting that is on or off.
func (c *Config) Bool(key string, otherwise bool) bool {
	v, ok := c.values[key]
	if !ok {
		return otherwise
	}
	return v != "false" && v != "null" && v != "0" && v != "no"
}

// Value returns a setting, or "".
func (c *Config) Value(key string) string { return c.values[key] }

// NoRegistryError says that no registry is configured.
type NoRegistryError struct{ Package string }

func (e *NoRegistryError) Error() string {
	return "no registry is configured, so " + e.Package + " cannot be brought: write registry=<address> into the .npmrc of the project or of the user, or set NPM_CONFIG_REGISTRY"
}

// Address returns the address of the registry that has a package, with a slash
// at its end, or "" if none is configured.
func (c *Config) Address(pkg string) string {
	address := ""
	if scope, _, scoped := strings.Cut(pkg, "/"); scoped && strings.HasPrefix(scope, "@") {
		address = c.values[scope+":registry"]
	}
	address = cmp.Or(address, c.values["registry"])
	if address == "" || address == "null" {
		return ""
	}
	return strings.TrimSuffix(address, "/") + "/"
}

// AskNPM takes the registry from an npm that is installed, if the configuration
// names none: npm has one of its own.
func (c *Config) AskNPM(ctx context.Context, dir string) {
	if c.values["registry"] != "" {
		return
	}
	program, err := exec.LookPath("npm")
	if err != nil {
		return
	}
	cmd := exec.CommandContext(ctx, program, "config", "get", "registry")
	cmd.Dir = dir
	out, err := cmd.Output()
	if address := strings.TrimSpace(string(out)); err == nil && strings.HasPrefix(address, "http") {
		c.values["registry"] = address
	}
}

// authorize adds the credentials that the configuration has for the address of
// req: those of the longest part of it.
func (c *Config) authorize(req *http.Request) {
	for place := "//" + req.URL.Host + req.URL.Path; len(place) > 2; {
		place = place[:strings.LastIndexByte(place, '/')+1]
		if h := c.credentials(place); h != "" {
			req.Header.Set("Authorization", h)
			return
		}
		place = strings.TrimSuffix(place, "/")
		if h := c.credentials(place); h != "" {
			req.Header.Set("Authorization", h)
			return
		}
		if len(place) <= 2 || !strings.Contains(place[2:], "/") {
			return
		}
	}
}

func (c *Config) credentials(place string) string {
	if token := c.values[place+":_authToken"]; token != "" {
		return "Bearer " + token
	}
	if auth := c.values[place+":_auth"]; auth != "" {
		return "Basic " + auth
	}
	name, password := c.values[place+":username"], c.values[place+":_password"]
	if name == "" || password == "" {
		return ""
	}
	plain, err := base64.StdEncoding.DecodeString(password)
	if err != nil {
		return ""
	}
	return "Basic " + base64.StdEncoding.EncodeToString([]byte(name+":"+string(plain)))
}

// transport returns the way to registries: through the proxy that is configured,
// and trusting what the configuration trusts.
func (c *Config) transport() (*http.Transport, error) {
	t := http.DefaultTransport.(*http.Transport).Clone()
	t.MaxIdleConnsPerHost, t.MaxConnsPerHost = 16, 16
	if proxy := cmp.Or(c.values["https-proxy"], c.values["proxy"]); proxy != "" && proxy != "null" && proxy != "false" {
		u, err := url.Parse(proxy)
		if err != nil {
			return nil, fmt.Errorf("the proxy of npm's configuration is no address: %w", err)
		}
		t.Proxy = http.ProxyURL(u)
	}
	t.TLSClientConfig = &tls.Config{MinVersion: tls.VersionTLS12}
	if file := c.values["cafile"]; file != "" && file != "null" {
		pem, err := os.ReadFile(file)
		if err != nil {
			return nil, fmt.Errorf("cafile of npm's configuration: %w", err)
		}
		pool, err := x509.SystemCertPool()
		if err != nil {
			pool = x509.NewCertPool()
		}
		if !pool.AppendCertsFromPEM(pem) {
			return nil, fmt.Errorf("cafile of npm's configuration: %s holds no certificate", file)
		}
		t.TLSClientConfig.RootCAs = pool
	}
	if !c.Bool("strict-ssl", true) {
		t.TLSClientConfig.InsecureSkipVerify = true //nolint:gosec // The user's own configuration asks for it.
	}
	return t, nil
}
