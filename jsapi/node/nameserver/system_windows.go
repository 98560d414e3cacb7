package nameserver

import (
	"net/netip"
	"os"
	"path/filepath"
	"unsafe"

	"golang.org/x/sys/windows"
)

// System reads the settings of the system: the servers of all adapters that are in use.
func System() Settings {
	s, size := usual(), uint32(16<<10)
	for range 3 { // adapters may come while it asks
		b := make([]byte, size)
		first := (*windows.IpAdapterAddresses)(unsafe.Pointer(&b[0]))
		err := windows.GetAdaptersAddresses(windows.AF_UNSPEC, 0, 0, first, &size)
		if err == windows.ERROR_BUFFER_OVERFLOW { //nolint:errorlint // the system's number
			continue
		}
		if err != nil {
			return s
		}
		for a := first; a != nil; a = a.Next {
			if a.OperStatus != windows.IfOperStatusUp {
				continue
			}
			for d := a.FirstDnsServerAddress; d != nil; d = d.Next {
				if ip, ok := netip.AddrFromSlice(d.Address.IP()); ok {
					s.Servers = append(s.Servers, netip.AddrPortFrom(ip.Unmap(), 53))
				}
			}
		}
		return s
	}
	return s
}

// Named are the names of an address in the system's file of hosts.
func Named(address netip.Addr) []string { return named(system("hosts"), address) }

// Service is the system's name of a port of TCP, or its number.
func Service(port int) string { return service(system("services"), port) }

// system reads a file of the network's settings; one that is not there is empty.
func system(name string) string {
	b, _ := os.ReadFile(filepath.Join(os.Getenv("SystemRoot"), "System32", "drivers", "etc", name))
	return string(b)
}
