// Package weburl implements the URL standard of the web (WHATWG): parsing, the members of
// a URL and their setters, hosts, and form-encoded queries. Texts are UTF-8.
package weburl
