package node

import (
	"bufio"
	"fmt"
	"net"
	"os"
	"os/user"
	"runtime"
	"strconv"
	"strings"
	"time"

	"github.com/dop251/goja"

	"framework/engine/platform"
)

// osModule is the native part of os.
type osModule struct {
	*host
	began time.Time
}

// osNatives are the native functions of os.js.
func (m *osModule) osNatives() map[string]any {
	rt := m.realm.Runtime()
	return map[string]any{
		"facts": func(goja.FunctionCall) goja.Value {
			host, _ := os.Hostname()
			home, _ := os.UserHomeDir()
			kind := map[string]string{"linux": "Linux", "darwin": "Darwin", "windows": "Windows_NT"}[runtime.GOOS]
			machine := map[string]string{"amd64": "x86_64", "arm64": "aarch64"}[runtime.GOARCH]
			if machine == "" {
				machine = runtime.GOARCH
			}
			return m.object(
				"hostname", host, "type", kind, "platform", platform.System(), "arch", platform.Processor(), "machine", machine,
				"release", release("/proc/sys/kernel/osrelease"), "version", release("/proc/sys/kernel/version"),
				"tmpdir", strings.TrimRight(os.TempDir(), "/"), "homedir", home, "endianness", "LE", "cpus", runtime.NumCPU(),
			)
		},
		"processors": func(goja.FunctionCall) goja.Value {
			var list []any
			for _, p := range processors(release("/proc/cpuinfo"), release("/proc/stat"), platform.Processor(), runtime.NumCPU()) {
				times := m.object("user", p.user, "nice", p.nice, "sys", p.sys, "idle", p.idle, "irq", p.irq)
				list = append(list, m.object("model", p.model, "speed", p.speed, "times", times))
			}
			return rt.NewArray(list...)
		},
		"memory": func(goja.FunctionCall) goja.Value {
			sizes := memory()
			return m.object("total", sizes["MemTotal"], "free", sizes["MemAvailable"])
		},
		"loadavg": func(goja.FunctionCall) goja.Value {
			list := []any{0.0, 0.0, 0.0}
			for i, f := range strings.Fields(release("/proc/loadavg")) {
				if x, err := strconv.ParseFloat(f, 64); err == nil && i < 3 {
					list[i] = x
				}
			}
			return rt.NewArray(list...)
		},
		"uptime": func(goja.FunctionCall) goja.Value {
			first, _, _ := strings.Cut(release("/proc/uptime"), " ")
			if x, err := strconv.ParseFloat(first, 64); err == nil {
				return rt.ToValue(x)
			}
			return rt.ToValue(time.Since(m.began).Seconds())
		},
		"priority":    m.priority,
		"setPriority": m.setPriority,
		"interfaces":  func(goja.FunctionCall) goja.Value { return m.interfaces() },
		"user": func(goja.FunctionCall) goja.Value {
			u, err := user.Current()
			if err != nil {
				panic(m.errorWith("Error", "ERR_SYSTEM_ERROR", "os.userInfo: %v", err))
			}
			return m.object(
				"uid", os.Getuid(), "gid", os.Getgid(), "username", u.Username, "homedir", u.HomeDir, "shell", os.Getenv("SHELL"),
			)
		},
	}
}

// memory reads the sizes in /proc/meminfo, in bytes; it is empty on other systems.
func memory() map[string]int64 {
	out := map[string]int64{}
	f, err := os.Open("/proc/meminfo")
	if err != nil {
		return out
	}
	defer f.Close()
	for lines := bufio.NewScanner(f); lines.Scan(); {
		var name string
		var kib int64
		if n, _ := fmt.Sscanf(lines.Text(), "%s %d", &name, &kib); n == 2 {
			out[strings.TrimSuffix(name, ":")] = kib << 10
		}
	}
	return out
}

func (m *osModule) interfaces() goja.Value {
	rt := m.realm.Runtime()
	out := rt.NewObject()
	list, err := net.Interfaces()
	if err != nil {
		return out
	}
	for _, i := range list {
		addresses, err := i.Addrs()
		if err != nil || len(addresses) == 0 {
			continue
		}
		var entries []any
		for _, a := range addresses {
			ip, ok := a.(*net.IPNet)
			if !ok {
				continue
			}
			family := "IPv6"
			if ip.IP.To4() != nil {
				family = "IPv4"
			}
			entries = append(entries, m.object(
				"address", ip.IP.String(), "netmask", net.IP(ip.Mask).String(), "family", family,
				"mac", i.HardwareAddr.String(), "internal", i.Flags&net.FlagLoopback != 0, "cidr", a.String(),
			))
		}
		_ = out.Set(i.Name, rt.NewArray(entries...))
	}
	return out
}
