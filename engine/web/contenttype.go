package web

import (
	"path"
	"strings"
)

// Types say the content type of a file by its extension. They are the same on every
// machine: the table of the system is not read. The zero value is that of 0.11 and 0.12.
type Types struct {
	// changed are the extensions whose type differs from that in types.
	changed map[string]string
	// scripts: the types of scripts and JSON name their charset.
	scripts bool
}

// EarlyTypes are those of 0.10.
func EarlyTypes() Types { return Types{changed: early} }

// ModernTypes are those of 1.x.
func ModernTypes() Types { return Types{changed: modern, scripts: true} }

// noType is the type of files of which nothing else is known.
const noType = "application/octet-stream"

// Of is the content type of an extension, with its dot and without regard to case;
// it names no charset.
func (t Types) Of(ext string) string {
	if found, ok := t.Known(ext); ok {
		return found
	}
	return noType
}

// Known is Of for an extension that has a type of its own.
func (t Types) Known(ext string) (string, bool) {
	ext = strings.ToLower(ext)
	if found, ok := t.changed[ext]; ok {
		return found, true
	}
	found, ok := types[ext]
	return found, ok
}

// File is the content type of a file by its name, with the charset of texts.
func (t Types) File(name string) string {
	found := t.Of(path.Ext(name))
	if strings.HasPrefix(found, "text/") || t.scripts && (strings.HasPrefix(found, "application/javascript") || strings.HasPrefix(found, "application/json")) {
		return found + "; charset=UTF-8"
	}
	return found
}

// IsText reports whether a content type is one of text, scripts and JSON
// included.
func IsText(contentType string) bool {
	base, _, _ := strings.Cut(contentType, ";")
	base = strings.ToLower(strings.TrimSpace(base))
	return strings.HasPrefix(base, "text/") || base == "application/javascript" || base == "application/json"
}

// types are the content types of the extensions that projects use.
var types = map[string]string{
	".3g2": "video/3gpp2", ".3gp": "video/3gpp", ".7z": "application/x-7z-compressed", ".aac": "audio/x-aac",
	".ai": "application/postscript", ".aif": "audio/x-aiff", ".aiff": "audio/x-aiff",
	".apk": "application/vnd.android.package-archive", ".appcache": "text/cache-manifest",
	".asc": "application/pgp-signature", ".atom": "application/atom+xml", ".au": "audio/basic", ".avi": "video/x-msvideo",
	".bat": "application/x-msdownload", ".bmp": "image/bmp", ".bz": "application/x-bzip", ".bz2": "application/x-bzip2",
	".c": "text/x-c", ".cab": "application/vnd.ms-cab-compressed", ".cc": "text/x-c", ".cer": "application/pkix-cert",
	".chm": "application/vnd.ms-htmlhelp", ".class": "application/java-vm", ".coffee": "text/coffeescript",
	".com": "application/x-msdownload", ".conf": "text/plain", ".cpp": "text/x-c", ".crt": "application/x-x509-ca-cert",
	".crx": "application/x-chrome-extension", ".css": "text/css", ".csv": "text/csv", ".dart": "application/vnd.dart",
	".deb": "application/x-debian-package", ".def": "text/plain", ".der": "application/x-x509-ca-cert",
	".djvu": "image/vnd.djvu", ".dll": "application/x-msdownload", ".dmg": "application/x-apple-diskimage",
	".doc": "application/msword", ".docm": "application/vnd.ms-word.document.macroenabled.12",
	".docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document", ".dot": "application/msword",
	".dotx": "application/vnd.openxmlformats-officedocument.wordprocessingml.template", ".dtd": "application/xml-dtd",
	".dvi": "application/x-dvi", ".dwg": "image/vnd.dwg", ".dxf": "image/vnd.dxf", ".emf": "application/x-msmetafile",
	".eml": "message/rfc822", ".eot": "application/vnd.ms-fontobject", ".eps": "application/postscript",
	".epub": "application/epub+zip", ".exe": "application/x-msdownload", ".f4v": "video/x-f4v", ".flac": "audio/x-flac",
	".flv": "video/x-flv", ".gif": "image/gif", ".h": "text/x-c", ".hbs": "text/x-handlebars-template",
	".htc": "text/x-component", ".htm": "text/html", ".html": "text/html", ".ico": "image/x-icon", ".ics": "text/calendar",
	".in": "text/plain", ".ini": "text/plain", ".iso": "application/x-iso9660-image", ".jade": "text/jade",
	".jar": "application/java-archive", ".java": "text/x-java-source", ".jnlp": "application/x-java-jnlp-file",
	".jpe": "image/jpeg", ".jpeg": "image/jpeg", ".jpg": "image/jpeg", ".js": "application/javascript",
	".json": "application/json", ".json5": "application/json5", ".jsx": "text/jsx", ".kar": "audio/midi",
	".kml": "application/vnd.google-earth.kml+xml", ".kmz": "application/vnd.google-earth.kmz",
	".latex": "application/x-latex", ".less": "text/less", ".list": "text/plain", ".log": "text/plain", ".lua": "text/x-lua",
	".m2v": "video/mpeg", ".m3u": "audio/x-mpegurl", ".m3u8": "application/vnd.apple.mpegurl", ".m4a": "audio/mp4",
	".m4p": "application/mp4", ".m4u": "video/vnd.mpegurl", ".m4v": "video/x-m4v", ".manifest": "text/cache-manifest",
	".map": "application/json", ".markdown": "text/x-markdown", ".mathml": "application/mathml+xml",
	".md": "text/x-markdown", ".mdb": "application/x-msaccess", ".mid": "audio/midi", ".midi": "audio/midi",
	".mka": "audio/x-matroska", ".mks": "video/x-matroska", ".mkv": "video/x-matroska",
	".mobi": "application/x-mobipocket-ebook", ".mov": "video/quicktime", ".mp2": "audio/mpeg", ".mp3": "audio/mpeg",
	".mp4": "video/mp4", ".mp4a": "audio/mp4", ".mp4v": "video/mp4", ".mpe": "video/mpeg", ".mpeg": "video/mpeg",
	".mpg": "video/mpeg", ".mpga": "audio/mpeg", ".msi": "application/x-msdownload", ".n3": "text/n3",
	".odc": "application/vnd.oasis.opendocument.chart", ".odf": "application/vnd.oasis.opendocument.formula",
	".odg": "application/vnd.oasis.opendocument.graphics", ".odp": "application/vnd.oasis.opendocument.presentation",
	".ods": "application/vnd.oasis.opendocument.spreadsheet", ".odt": "application/vnd.oasis.opendocument.text",
	".oga": "audio/ogg", ".ogg": "audio/ogg", ".ogv": "video/ogg", ".ogx": "application/ogg", ".otf": "font/opentype",
	".p10": "application/pkcs10", ".p12": "application/x-pkcs12", ".p7b": "application/x-pkcs7-certificates",
	".p7c": "application/pkcs7-mime", ".p7m": "application/pkcs7-mime", ".p7s": "application/pkcs7-signature",
	".pbm": "image/x-portable-bitmap", ".pdf": "application/pdf", ".pfx": "application/x-pkcs12",
	".pgm": "image/x-portable-graymap", ".png": "image/png", ".pnm": "image/x-portable-anymap",
	".pot":  "application/vnd.ms-powerpoint",
	".potx": "application/vnd.openxmlformats-officedocument.presentationml.template", ".ppm": "image/x-portable-pixmap",
	".pps":  "application/vnd.ms-powerpoint",
	".ppsx": "application/vnd.openxmlformats-officedocument.presentationml.slideshow",
	".ppt":  "application/vnd.ms-powerpoint", ".pptm": "application/vnd.ms-powerpoint.presentation.macroenabled.12",
	".pptx": "application/vnd.openxmlformats-officedocument.presentationml.presentation", ".ps": "application/postscript",
	".psd": "image/vnd.adobe.photoshop", ".qt": "video/quicktime", ".ra": "audio/x-pn-realaudio",
	".ram": "audio/x-pn-realaudio", ".rar": "application/x-rar-compressed", ".ras": "image/x-cmu-raster",
	".rdf": "application/rdf+xml", ".rss": "application/rss+xml", ".rtf": "application/rtf", ".sass": "text/x-sass",
	".scss": "text/x-scss", ".sgml": "text/sgml", ".sh": "application/x-sh", ".sig": "application/pgp-signature",
	".smil": "application/smil+xml", ".snd": "audio/basic", ".spx": "audio/ogg", ".sql": "application/x-sql",
	".srt": "application/x-subrip", ".stl": "application/vnd.ms-pki.stl", ".svg": "image/svg+xml", ".svgz": "image/svg+xml",
	".swf": "application/x-shockwave-flash", ".tar": "application/x-tar", ".tcl": "application/x-tcl",
	".tex": "application/x-tex", ".text": "text/plain", ".tga": "image/x-tga", ".tif": "image/tiff", ".tiff": "image/tiff",
	".torrent": "application/x-bittorrent", ".ts": "video/mp2t", ".tsv": "text/tab-separated-values",
	".ttc": "application/x-font-ttf", ".ttf": "application/x-font-ttf", ".ttl": "text/turtle", ".txt": "text/plain",
	".udeb": "application/x-debian-package", ".uri": "text/uri-list", ".vcard": "text/vcard", ".vcf": "text/x-vcard",
	".vcs": "text/x-vcalendar", ".vob": "video/x-ms-vob", ".vrml": "model/vrml", ".vsd": "application/vnd.visio",
	".vtt": "text/vtt", ".wav": "audio/x-wav", ".wbmp": "image/vnd.wap.wbmp", ".weba": "audio/webm",
	".webapp": "application/x-web-app-manifest+json", ".webm": "video/webm", ".webp": "image/webp", ".wma": "audio/x-ms-wma",
	".wmf": "application/x-msmetafile", ".wmv": "video/x-ms-wmv", ".woff": "application/font-woff",
	".woff2": "application/font-woff2", ".wrl": "model/vrml", ".wsdl": "application/wsdl+xml", ".x3d": "model/x3d+xml",
	".xaml": "application/xaml+xml", ".xap": "application/x-silverlight-app", ".xbm": "image/x-xbitmap",
	".xht": "application/xhtml+xml", ".xhtml": "application/xhtml+xml", ".xls": "application/vnd.ms-excel",
	".xlsb": "application/vnd.ms-excel.sheet.binary.macroenabled.12",
	".xlsm": "application/vnd.ms-excel.sheet.macroenabled.12",
	".xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", ".xlt": "application/vnd.ms-excel",
	".xltx": "application/vnd.openxmlformats-officedocument.spreadsheetml.template", ".xml": "application/xml",
	".xpi": "application/x-xpinstall", ".xpm": "image/x-xpixmap", ".xsd": "application/xml", ".xsl": "application/xml",
	".xslt": "application/xslt+xml", ".xspf": "application/xspf+xml", ".xul": "application/vnd.mozilla.xul+xml",
	".xz": "application/x-xz", ".yaml": "text/yaml", ".yml": "text/yaml", ".zip": "application/zip",
}

// early are the differences of 0.10.
var early = map[string]string{
	".coffee": "application/octet-stream", ".hbs": "application/octet-stream", ".jade": "application/octet-stream",
	".json5": "application/octet-stream", ".jsx": "application/octet-stream", ".less": "application/octet-stream",
	".map": "application/octet-stream", ".sass": "application/octet-stream", ".scss": "application/octet-stream",
	".ts": "video/MP2T", ".woff2": "application/octet-stream", ".xsd": "application/octet-stream",
	".yaml": "application/octet-stream", ".yml": "application/octet-stream",
}

// modern are the differences of 1.x.
var modern = map[string]string{
	".apng": "image/apng", ".deb": "application/octet-stream", ".dll": "application/octet-stream",
	".dmg": "application/octet-stream", ".exe": "application/octet-stream", ".geojson": "application/geo+json",
	".glb": "model/gltf-binary", ".gltf": "model/gltf+json", ".gz": "application/gzip", ".iso": "application/octet-stream",
	".jng": "image/x-jng", ".jsonld": "application/ld+json", ".markdown": "text/markdown", ".md": "text/markdown",
	".mjs": "application/javascript", ".mpd": "application/dash+xml", ".msi": "application/octet-stream", ".otf": "font/otf",
	".pem": "application/x-x509-ca-cert", ".php": "application/x-httpd-php", ".rpm": "application/x-redhat-package-manager",
	".ttc": "font/collection", ".ttf": "font/ttf", ".war": "application/java-archive", ".wasm": "application/wasm",
	".wav": "audio/wav", ".webmanifest": "application/manifest+json", ".woff": "font/woff", ".woff2": "font/woff2",
}
