//go:build !windows

package nameserver

import (
	"net/netip"
	"os"
)

// System reads the settings of the system.
func System() Settings {
	b, err := os.ReadFile("/etc/resolv.conf")
	if err != nil {
		return usual()
	}
	return parse(string(b))
}

// Named are the names of an address in the system's file of hosts.
func Named(address netip.Addr) []string {
	b, _ := os.ReadFile("/etc/hosts") // without it no address has names
	return named(string(b), address)
}

// Service is the system's name of a port of TCP, or its number.
func Service(port int) string {
	b, _ := os.ReadFile("/etc/services") // without it no port has a name
	return service(string(b), port)
}
