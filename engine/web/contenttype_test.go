package web_test

import (
	"testing"

	"framework/engine/profile/answers"
	"framework/engine/web"
)

// The types are what serve-static of each release gives, and not those of the system.
func TestTypesOfFiles(t *testing.T) {
	const none, utf8 = "application/octet-stream", "; charset=UTF-8"
	early, classic, modern := answers.Classic("0.10").Static.Types, answers.Classic("0.12").Static.Types, answers.Modern().Static.Types
	for name, want := range map[string][3]string{
		"a.html": {"text/html" + utf8, "text/html" + utf8, "text/html" + utf8},
		"A.HTML": {"text/html" + utf8, "text/html" + utf8, "text/html" + utf8},
		"a.css":  {"text/css" + utf8, "text/css" + utf8, "text/css" + utf8},
		"a.svg":  {"image/svg+xml", "image/svg+xml", "image/svg+xml"},
		"a.xml":  {"application/xml", "application/xml", "application/xml"},
		"a.ico":  {"image/x-icon", "image/x-icon", "image/x-icon"},
		"a.b.js": {"application/javascript", "application/javascript", "application/javascript" + utf8},
		"a.mjs":  {none, none, "application/javascript" + utf8},
		"a.json": {"application/json", "application/json", "application/json" + utf8},
		"a.map":  {none, "application/json", "application/json" + utf8},
		"a.md":   {"text/x-markdown" + utf8, "text/x-markdown" + utf8, "text/markdown" + utf8},
		"a.yml":  {none, "text/yaml" + utf8, "text/yaml" + utf8},
		"a.less": {none, "text/less" + utf8, "text/less" + utf8},
		"a.woff": {"application/font-woff", "application/font-woff", "font/woff"}, "a.woff2": {none, "application/font-woff2", "font/woff2"},
		"a.ttf": {"application/x-font-ttf", "application/x-font-ttf", "font/ttf"}, "a.otf": {"font/opentype", "font/opentype", "font/otf"},
		"a.eot":         {"application/vnd.ms-fontobject", "application/vnd.ms-fontobject", "application/vnd.ms-fontobject"},
		"a.webmanifest": {none, none, "application/manifest+json"}, "a.wasm": {none, none, "application/wasm"},
		"a.appcache": {"text/cache-manifest" + utf8, "text/cache-manifest" + utf8, "text/cache-manifest" + utf8},
		"a.wav":      {"audio/x-wav", "audio/x-wav", "audio/wav"}, "a.gz": {none, none, "application/gzip"},
		"a.mkv": {"video/x-matroska", "video/x-matroska", "video/x-matroska"}, "a.tsv": {"text/tab-separated-values" + utf8, "text/tab-separated-values" + utf8, "text/tab-separated-values" + utf8},
		"a.cer": {"application/pkix-cert", "application/pkix-cert", "application/pkix-cert"}, "a.xap": {"application/x-silverlight-app", "application/x-silverlight-app", "application/x-silverlight-app"},
		"a.avif": {none, none, none}, "a.ejs": {none, none, none}, "a.unknown": {none, none, none},
		"dir.png/a": {none, none, none}, "a": {none, none, none}, "a.": {none, none, none}, "": {none, none, none},
	} {
		if got := [3]string{early.File(name), classic.File(name), modern.File(name)}; got != want {
			t.Errorf("%s: in 0.10, 0.12 and 1.x %q, want %q", name, got, want)
		}
	}
	if got := (web.Types{}).Of(".CSS"); got != "text/css" {
		t.Errorf(".CSS: %q", got)
	}
}
