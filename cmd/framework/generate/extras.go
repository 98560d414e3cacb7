package generate

import (
	_ "embed"
	"fmt"
	"path"
	"slices"
	"strings"

	"golang.org/x/tools/txtar"
)

// extraFiles are the files of parts that not every new project has. The first folder
// of a path says which: any, live, auth or database, for both generations or for one.
//
//go:embed extras.txtar
var extraFiles string

// Databases are the servers that a new project can be made for: its adapter is that name
// behind "sails-".
func Databases() []string { return []string{"postgresql", "mysql", "mongo"} }

// server is where a server of Databases usually is on a machine of one's own.
func server(database string) string {
	return map[string]string{
		"postgresql": "postgresql://postgres@127.0.0.1:5432/", "mysql": "mysql://root@127.0.0.1:3306/", "mongo": "mongodb://127.0.0.1:27017/",
	}[database]
}

// lacks reports whether a part was left out.
func (p Parts) lacks(part string) bool { return slices.Contains(p.Without, part) }

// live reports whether the start page can show records as they change.
func (p Parts) live() bool {
	return !p.NoFrontend && !p.lacks("orm") && !p.lacks("sockets") && !p.lacks("views")
}

// check fails for parts that there are not, or that do not go together.
func (p Parts) check() error {
	for _, part := range p.Without {
		if !slices.Contains(PartNames(), part) {
			return fmt.Errorf("--without: there is no part called %q: use some of %s", part, strings.Join(PartNames(), ", "))
		}
	}
	if p.Auth && (!p.live() || p.lacks("session")) {
		return fmt.Errorf("--auth needs pages, records, sockets and sessions: leave --no-frontend and --without out")
	}
	if p.Database != "" && !slices.Contains(Databases(), p.Database) {
		return fmt.Errorf("--db: there is no database called %q: use one of %s, or leave it out for a file of the project", p.Database, strings.Join(Databases(), ", "))
	}
	if p.Database != "" && p.lacks("orm") {
		return fmt.Errorf("--db %s needs the part orm", p.Database)
	}
	return nil
}

// folders are the first parts of the paths of extra files that a project has.
func (p Parts) folders(modern bool) []string {
	generation := "classic"
	if modern {
		generation = "modern"
	}
	out := []string{"any", "javascript"}
	if p.TypeScript {
		out[1] = "typescript"
	}
	add := func(part string) { out = append(out, part, part+"-"+generation) }
	if p.live() {
		add("live")
	}
	if p.Auth {
		add("auth")
	}
	if p.Database != "" {
		add("database")
		add(p.Database)
	}
	return out
}

// contents are what the templates of a new project are filled in with.
type contents struct {
	Name, Secret, Key string
	Modern, Auth      bool
	// TypeScript: the scripts are; Embedded: records are kept in a file below .tmp.
	TypeScript, Embedded bool
	// Database is the adapter of --db, Address its address.
	Database, Address string
	// Stores is the section of the settings of databases, Store the one that is used.
	Stores, Store string
	// Pages is where views of pages are, from the folder views; Client where the
	// script of sockets is.
	Pages, Client string
}

func (p Parts) contents(name string, modern bool) contents {
	c := contents{Name: name, Modern: modern, Auth: p.Auth, TypeScript: p.TypeScript, Embedded: p.Database == "" && !p.lacks("orm"), Stores: "connections", Store: "localDiskDb", Client: "js/dependencies"}
	if p.Database != "" {
		c.Store, c.Database = p.Database, "sails-"+p.Database
		c.Address = server(p.Database) + strings.ReplaceAll(name, "-", "_")
	}
	if modern {
		c.Stores, c.Store, c.Pages, c.Client = "datastores", "default", "pages/", "dependencies"
	}
	return c
}

// files are the templates of a new project: those of an archive, and those of its parts,
// which come in place of the first.
func (p Parts) files(archive string, data contents) ([]txtar.File, error) {
	files := slices.DeleteFunc(txtar.Parse([]byte(archive)).Files, func(f txtar.File) bool { return !p.has(f.Name) })
	folders := p.folders(data.Modern)
	for _, f := range txtar.Parse([]byte(extraFiles)).Files {
		folder, name, _ := strings.Cut(f.Name, "/")
		if !slices.Contains(folders, folder) {
			continue
		}
		named, err := render(f.Name, name, data)
		if err != nil {
			return nil, err
		}
		f.Name = string(named)
		files = append(slices.DeleteFunc(files, func(other txtar.File) bool { return other.Name == f.Name }), f)
	}
	// A folder that has a file needs none to be kept.
	used := map[string]bool{}
	for _, f := range files {
		if path.Base(f.Name) != ".gitkeep" {
			used[path.Dir(f.Name)] = true
		}
	}
	return slices.DeleteFunc(files, func(f txtar.File) bool { return path.Base(f.Name) == ".gitkeep" && used[path.Dir(f.Name)] }), nil
}
