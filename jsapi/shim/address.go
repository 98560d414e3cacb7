package shim

import (
	"net"
	"strconv"
	"strings"

	"framework/router"
)

// secure is req.secure.
func secure(r *router.Request) bool {
	return r.Protocol == "https" || r.Protocol == "wss"
}

// isXHR is req.xhr.
func isXHR(r *router.Request) bool {
	return strings.EqualFold(r.Header.Get("X-Requested-With"), "xmlhttprequest")
}

// forwarded is req.ips: the addresses in X-Forwarded-For of trusted proxies.
func forwarded(r *router.Request) []any {
	list := make([]any, len(r.Forwarded))
	for i, addr := range r.Forwarded {
		list[i] = addr
	}
	return list
}

// port is req.port, that of the Host header.
func port(r *router.Request) int {
	if _, port, err := net.SplitHostPort(r.Host); err == nil {
		if n, err := strconv.Atoi(port); err == nil {
			return n
		}
	}
	if secure(r) {
		return 443
	}
	return 80
}

// baseURL is req.baseUrl.
func baseURL(r *router.Request) string {
	scheme := "http"
	if secure(r) {
		scheme = "https"
	}
	return scheme + "://" + r.Host
}

// hostname is a host without its port; IPv6 addresses keep their brackets.
func hostname(host string) string {
	if i := strings.LastIndexByte(host, ':'); i > strings.LastIndexByte(host, ']') {
		return host[:i]
	}
	return host
}

// protocol is req.protocol, "ws" on every socket, also with TLS, as in Sails.
func protocol(r *router.Request) string {
	if r.Socket != "" {
		return "ws"
	}
	return r.Protocol
}
