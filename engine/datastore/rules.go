package datastore

import (
	"path/filepath"
	"strings"

	"framework/engine/config"
	"framework/engine/value"
)

// Rules are the words of a release of Sails for datastores, and what its document
// store does. Classic and Modern make them.
type Rules interface {
	// Setting is the path of the settings of a datastore.
	Setting(name string) string
	// section is the member of the configuration that has the datastores.
	section(cfg *config.Config) (string, *Error)
	// unnamed is the datastore of models that name none.
	unnamed(cfg *config.Config) (string, error)
	// initial is the name of the datastore that need not be configured.
	initial() string
	// adapter is the adapter that is used in place of the configured one, if it
	// differs.
	adapter(settings *value.Map) (instead any, differs bool)
	// exact: text is compared exactly, and documents of the embedded database keep
	// null apart from what is empty.
	exact() bool
	// schema is the setting schema of a datastore, for models that say nothing; nil
	// for none.
	schema(cfg *config.Config, name string) *bool
	// former is what the document store of the release has kept of a datastore.
	former(settings *value.Map, root, name string) former
}

// Classic are the rules of 0.10 to 0.12: config/connections.js.
func Classic() Rules { return classic{} }

type classic struct{}

func (classic) Setting(name string) string { return "connections." + name }

func (classic) section(*config.Config) (string, *Error) { return "connections", nil }

func (c classic) unnamed(cfg *config.Config) (string, error) {
	name, err := cfg.String("models.connection", "")
	if err == nil && name == "" {
		name = c.initial()
	}
	return name, err
}

func (classic) initial() string { return "localDiskDb" }

// adapter of a classic project: it may be called module, and the beginning of its
// name may be left out (0.9 to 0.12).
func (classic) adapter(settings *value.Map) (instead any, differs bool) {
	adapter, module := settings.Value("adapter"), settings.Value("module")
	if module != nil {
		adapter = module
	}
	name, ok := adapter.(string)
	if !ok || name == "" || strings.HasPrefix(name, "sails-") || strings.HasPrefix(name, "waterline-") {
		return adapter, module != nil
	}
	return "sails-" + name, true
}

func (classic) exact() bool { return false }

func (classic) schema(*config.Config, string) *bool { return nil }

// former: the store appends the name of the file to filePath as it is.
func (classic) former(settings *value.Map, root, name string) former {
	folder, _ := settings.Value("filePath").(string)
	if folder == "" {
		folder = ".tmp/"
	}
	file, _ := settings.Value("fileName").(string)
	if file == "" {
		file = name + ".db"
	}
	path := filepath.FromSlash(folder + file)
	if !filepath.IsAbs(path) {
		path = filepath.Join(root, path)
	}
	return newDocument(path)
}

// Modern are the rules of 1.x: config/datastores.js, or config/connections.js of a
// project that was upgraded.
func Modern() Rules { return modern{} }

type modern struct{}

func (modern) Setting(name string) string { return "datastores." + name }

func (modern) section(cfg *config.Config) (string, *Error) {
	switch {
	case members(cfg, "connections") == 0:
		return "datastores", nil
	case members(cfg, "datastores") > 0:
		return "", &Error{
			Source: cfg.Source("connections"), Reason: "there are config.connections and config.datastores, which replaced it",
			Hint: "move what it has to config/datastores.js, with `default` for the one that most models use",
		}
	}
	return "connections", nil
}

// members counts what is below a member of the configuration.
func members(cfg *config.Config, member string) int {
	m, err := cfg.Map(member)
	if err != nil {
		return 0
	}
	return m.Len()
}

func (m modern) unnamed(cfg *config.Config) (string, error) {
	name, err := cfg.String("models.datastore", "")
	if err == nil && name == "" {
		name, err = cfg.String("models.connection", m.initial())
	}
	return name, err
}

func (modern) initial() string { return "default" }

func (modern) adapter(settings *value.Map) (instead any, differs bool) {
	return embedded, settings.Value("adapter") == nil
}

func (modern) exact() bool { return true }

func (m modern) schema(cfg *config.Config, name string) *bool {
	v, ok := cfg.Get(m.Setting(name) + ".schema")
	if !ok {
		return nil
	}
	on := value.Truthy(v)
	return &on
}

func (modern) former(settings *value.Map, root, _ string) former {
	dir, _ := settings.Value("dir").(string)
	if dir == "" {
		dir = filepath.Join(".tmp", "localDiskDb")
	}
	if !filepath.IsAbs(dir) {
		dir = filepath.Join(root, dir)
	}
	return documents(dir)
}
