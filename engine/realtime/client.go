package realtime

import (
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/klauspost/compress/gzhttp"
)

// scriptName is what a file of socket.io's client may be called: socket.io.js,
// socket.io.min.js, socket.io.esm.min.js, and their maps.
var scriptName = regexp.MustCompile(`^socket\.io(\.[a-z]+){0,2}\.js(\.map)?$`)

// scriptOwners are what may have packages of its own: the project, and packages
// that bring socket.io along.
var scriptOwners = []string{
	"", "node_modules/sails-hook-sockets", "node_modules/sails", "node_modules/sails/node_modules/sails-hook-sockets",
	"node_modules/sails.io.js", "node_modules/sails.io.js-dist",
}

// scriptFolders are where a package folder has the client, for each of its
// releases.
var scriptFolders = []string{
	"socket.io-client/dist", "socket.io-client", "socket.io/client-dist",
	"socket.io/node_modules/socket.io-client/dist", "socket.io/node_modules/socket.io-client",
}

// clientScript is the name of the file of the client that a request is for, ""
// for none: below the path of the sockets, as socket.io serves it.
func (s *Settings) clientScript(r *http.Request) string {
	folder, name := path.Split(r.URL.Path)
	if folder != s.options.Server.Path+"/" || !s.scripts || !scriptName.MatchString(name) || r.Method != http.MethodGet && r.Method != http.MethodHead {
		return ""
	}
	return name
}

// serveClientScript answers with the client that the project has in its
// node_modules.
func (s *Server) serveClientScript(v *Version, name string, w http.ResponseWriter, r *http.Request) {
	f, info, err := openClientScript(v.opts.Root, name)
	if errors.Is(err, fs.ErrNotExist) {
		w.Header().Set("Cache-Control", "no-cache")
		http.Error(w, fmt.Sprintf("There is no %s in the project: install the client with\n\n    npm install socket.io-client\n\n"+
			"or put a copy of it into assets and have the page load that.", name), http.StatusNotFound)
		return
	}
	if err != nil {
		s.opts.Log.Error("the client of sockets cannot be served", "file", name, "error", err)
		http.Error(w, http.StatusText(http.StatusInternalServerError), http.StatusInternalServerError)
		return
	}
	defer func() { _ = f.Close() }() // it was read
	header := w.Header()
	header.Set("Content-Type", "application/javascript; charset=utf-8")
	if strings.HasSuffix(name, ".map") {
		header.Set("Content-Type", "application/json; charset=utf-8")
	}
	header.Set("X-Content-Type-Options", "nosniff")
	header.Set("Cache-Control", "public, max-age=0")
	header.Set("ETag", fmt.Sprintf(`"%x-%x"`, info.Size(), info.ModTime().UnixNano()))
	gzhttp.GzipHandler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		http.ServeContent(w, r, name, info.ModTime(), f)
	})).ServeHTTP(w, r)
}

// openClientScript opens a file of the client below a project; the error is
// fs.ErrNotExist where there is none.
func openClientScript(root, name string) (*os.File, fs.FileInfo, error) {
	for _, owner := range scriptOwners {
		for _, folder := range scriptFolders {
			f, err := os.Open(filepath.Join(root, filepath.FromSlash(path.Join(owner, "node_modules", folder, name))))
			if errors.Is(err, fs.ErrNotExist) {
				continue
			}
			if err != nil {
				return nil, nil, err
			}
			info, err := f.Stat()
			if err == nil && info.Mode().IsRegular() {
				return f, info, nil
			}
			_ = f.Close() // nothing was read
			if err != nil {
				return nil, nil, err
			}
		}
	}
	return nil, nil, fs.ErrNotExist
}
