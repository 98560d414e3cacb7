package window

import (
	"bytes"
	"embed"
	"encoding/json"
	"html/template"
	"net/http"
	"path"
)

//go:embed page
var embedded embed.FS

// files are those of the page, by their names.
type files struct {
	page   *template.Template
	closed []byte // what somebody without the key gets
	others map[string][]byte
}

// readFiles reads what is embedded, which cannot fail but by a mistake in the program.
func readFiles() files {
	out := files{others: map[string][]byte{}}
	entries, err := embedded.ReadDir("page")
	if err != nil {
		panic(err)
	}
	for _, e := range entries {
		text, err := embedded.ReadFile("page/" + e.Name())
		if err != nil {
			panic(err)
		}
		switch e.Name() {
		case "page.html":
			out.page = template.Must(template.New("page").Parse(string(text)))
		case "closed.html":
			out.closed = text
		default:
			out.others[e.Name()] = text
		}
	}
	return out
}

// contentTypes are those of the files of the page, by their extensions.
var contentTypes = map[string]string{".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8"}

func (h *Handler) servePage(w http.ResponseWriter, _ *http.Request) {
	var b bytes.Buffer
	if err := h.files.page.Execute(&b, map[string]string{"Token": h.token}); err != nil {
		refuse(w, http.StatusInternalServerError, err.Error())
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	_, _ = w.Write(b.Bytes()) // the client may be gone
}

func (h *Handler) serveFile(w http.ResponseWriter, _ *http.Request, name string) {
	text, ok := h.files.others[name]
	if !ok {
		refuse(w, http.StatusNotFound, "there is no such file")
		return
	}
	w.Header().Set("Content-Type", contentTypes[path.Ext(name)])
	_, _ = w.Write(text) // the client may be gone
}

// refuseStranger answers a client that does not have the key.
func (h *Handler) refuseStranger(w http.ResponseWriter, page bool) {
	if !page {
		refuse(w, http.StatusForbidden, "the key is missing: open the link that the server has printed")
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(http.StatusForbidden)
	_, _ = w.Write(h.files.closed) // the client may be gone
}

// refuse answers with why there is nothing else to answer with.
func refuse(w http.ResponseWriter, status int, why string) {
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.WriteHeader(status)
	text, _ := json.Marshal(map[string]string{"error": why}) // a text always can be written
	_, _ = w.Write(text)                                     // the client may be gone
}

func writeJSON(w http.ResponseWriter, v any) error {
	text, err := json.Marshal(v)
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	_, _ = w.Write(text) // the client may be gone
	return nil
}
