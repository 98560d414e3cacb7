package web

import (
	"mime"
	"path"
	"strings"
)

// types are the content types of the extensions that projects name, the same
// on every machine.
var types = map[string]string{
	".html": "text/html", ".htm": "text/html", ".txt": "text/plain", ".text": "text/plain", ".css": "text/css",
	".csv": "text/csv", ".xml": "application/xml", ".js": "application/javascript", ".json": "application/json",
	".png": "image/png", ".jpg": "image/jpeg", ".jpeg": "image/jpeg", ".gif": "image/gif", ".svg": "image/svg+xml",
	".ico": "image/x-icon", ".webp": "image/webp", ".pdf": "application/pdf", ".zip": "application/zip",
	".gz": "application/x-gzip", ".md": "text/x-markdown", ".mp3": "audio/mpeg", ".mp4": "video/mp4",
	".ics": "text/calendar", ".rss": "application/rss+xml", ".atom": "application/atom+xml",
	".woff": "application/font-woff", ".woff2": "application/font-woff2", ".ttf": "application/x-font-ttf",
	".bin": "application/octet-stream",
	".xls": "application/vnd.ms-excel", ".doc": "application/msword",
	".xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
	".docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
}

// TypeOf is the content type of an extension, with its dot and without regard
// to case; it says nothing of a charset for those that are known here.
func TypeOf(ext string) string {
	ext = strings.ToLower(ext)
	if t, ok := types[ext]; ok {
		return t
	}
	if t := mime.TypeByExtension(ext); t != "" {
		return t
	}
	return "application/octet-stream"
}

// ContentType is the type of a file by its name, with the charset that text
// files are given; with scripts, those and JSON are text as well (1.x).
func ContentType(name string, scripts bool) string {
	base, _, err := mime.ParseMediaType(TypeOf(path.Ext(name)))
	switch {
	case err != nil:
		return "application/octet-stream"
	case strings.HasPrefix(base, "text/"), scripts && IsText(base):
		return base + "; charset=UTF-8"
	}
	return base
}

// IsText reports whether a content type is one of text, scripts and JSON
// included.
func IsText(contentType string) bool {
	base, _, _ := strings.Cut(contentType, ";")
	base = strings.ToLower(strings.TrimSpace(base))
	return strings.HasPrefix(base, "text/") || base == "application/javascript" || base == "application/json"
}
