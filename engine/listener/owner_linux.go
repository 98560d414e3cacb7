package listener

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// owner is the program that listens on a port, "node (process 123)"; "" if that cannot be
// known, such as for processes of other users.
func owner(port int) string {
	var sockets []string
	for _, table := range []string{"/proc/net/tcp", "/proc/net/tcp6"} {
		sockets = append(sockets, listening(table, port)...)
	}
	if len(sockets) == 0 {
		return ""
	}
	links, _ := filepath.Glob("/proc/[0-9]*/fd/*") // the pattern is valid
	for _, link := range links {
		if target, err := os.Readlink(link); err != nil || !slices.Contains(sockets, target) {
			continue
		}
		process := strings.Split(link, "/")[2]
		name, err := os.ReadFile("/proc/" + process + "/comm")
		if err != nil {
			return "process " + process
		}
		return fmt.Sprintf("%s (process %s)", strings.TrimSpace(string(name)), process)
	}
	return ""
}

// listening are the sockets that listen on a port, as links of /proc/*/fd name them.
func listening(table string, port int) []string {
	f, err := os.Open(table)
	if err != nil {
		return nil
	}
	defer func() { _ = f.Close() }() // it was only read
	const listens = "0A"             // the state of the socket
	var out []string
	for lines := bufio.NewScanner(f); lines.Scan(); {
		fields := strings.Fields(lines.Text())
		if len(fields) < 10 || fields[3] != listens {
			continue
		}
		_, hex, _ := strings.Cut(fields[1], ":")
		if at, err := strconv.ParseInt(hex, 16, 32); err == nil && int(at) == port {
			out = append(out, "socket:["+fields[9]+"]")
		}
	}
	return out
}
