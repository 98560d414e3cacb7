package sockets_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/sync/errgroup"
	"golang.org/x/tools/txtar"

	"framework/engine"
	"framework/engine/testenv"
	"framework/engine/value"
)

// benchServer is the variable that makes the test's program the server of a
// benchmark: its value is the project's folder, or benchFloor.
const (
	benchServer = "FRAMEWORK_BENCH_SERVER"
	benchFloor  = "floor"
)

func TestMain(m *testing.M) {
	if dir := os.Getenv(benchServer); dir != "" {
		serve := serveBench
		if dir == benchFloor {
			serve = serveFloor
		}
		if err := serve(dir); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	os.Exit(m.Run())
}

// serveBench serves a project until its input ends. /bench/collect collects
// garbage, so that memory can be measured, and answers how much lives, heap and
// stacks.
func serveBench(dir string) error {
	app := engine.New(engine.Options{
		Dir: dir, Stdout: io.Discard, Stderr: os.Stderr, Log: slog.New(slog.DiscardHandler),
		Flags: value.Of("connections", value.Of("localDiskDb", value.Of("adapter", "sails-memory"))),
	})
	if err := app.Load(context.Background()); err != nil {
		return err
	}
	debug.SetGCPercent(300) // as framework lift does
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	shell := http.NewServeMux()
	shell.Handle("/", app.Handler())
	shell.HandleFunc("/bench/collect", func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprint(w, collect())
	})
	go func() { _ = http.Serve(listener, shell) }()
	fmt.Println("http://" + listener.Addr().String())
	_, _ = io.Copy(io.Discard, os.Stdin)
	return nil
}

// collect collects garbage, and returns how many bytes live, heap and stacks.
func collect() string {
	runtime.GC()
	debug.FreeOSMemory()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return strconv.FormatUint(m.HeapAlloc+m.StackInuse, 10)
}

// served is a server of a benchmark, a process of its own.
type served struct {
	name, url string
	pid       int
	conns     []net.Conn
	read      atomic.Int64 // bytes
	arrived   chan time.Time
}

func start(b *testing.B, name string, cmd *exec.Cmd) *served {
	b.Helper()
	stdin, err := cmd.StdinPipe()
	if err != nil {
		b.Fatal(err)
	}
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		b.Fatal(err)
	}
	cmd.Stderr = os.Stderr
	if err := cmd.Start(); err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() {
		stdin.Close()
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	})
	line, err := bufio.NewReader(stdout).ReadString('\n')
	if err != nil {
		b.Fatal(err)
	}
	return &served{name: name, url: strings.TrimSpace(line), pid: cmd.Process.Pid, arrived: make(chan time.Time, 1<<16)}
}

// startOurs serves the project of testdata/bench.txtar.
func startOurs(b *testing.B) *served {
	b.Helper()
	archive, err := txtar.ParseFile("testdata/bench.txtar")
	if err != nil {
		b.Fatal(err)
	}
	dir := b.TempDir()
	testenv.WriteFiles(b, dir, archive.Files)
	cmd := exec.CommandContext(b.Context(), os.Args[0])
	cmd.Env = append(os.Environ(), benchServer+"="+dir)
	return start(b, "framework", cmd)
}

// startFloor serves the least, see floor.
func startFloor(b *testing.B) *served {
	b.Helper()
	cmd := exec.CommandContext(b.Context(), os.Args[0])
	cmd.Env = append(os.Environ(), benchServer+"="+benchFloor)
	return start(b, benchFloor, cmd)
}

// startPeer serves the same with socket.io 4 on Node.
func startPeer(b *testing.B) *served {
	b.Helper()
	home := os.Getenv("FRAMEWORK_BENCH_OTHERS")
	if home == "" {
		b.Skip("nothing to compare with: set FRAMEWORK_BENCH_OTHERS to a folder whose node_modules has socket.io 4")
	}
	script, err := os.ReadFile("testdata/bench.js")
	if err != nil {
		b.Fatal(err)
	}
	cmd := exec.CommandContext(b.Context(), "node", "--expose-gc", "-e", string(script))
	cmd.Dir = home
	return start(b, "socket.io", cmd)
}

// connect opens n sockets, as many at a time as is said.
func (s *served) connect(b *testing.B, n, concurrency int) {
	b.Helper()
	var all errgroup.Group
	all.SetLimit(concurrency)
	conns := make([]net.Conn, n)
	for i := range conns {
		all.Go(func() (err error) {
			conns[i], err = s.dial()
			return err
		})
	}
	err := all.Wait()
	b.Cleanup(func() {
		for _, conn := range conns {
			if conn != nil {
				conn.Close()
			}
		}
	})
	if err != nil {
		b.Fatal(err)
	}
	s.conns = append(s.conns, conns...)
}

// dial opens a socket, in version 5 over a WebSocket made by hand, and has it
// join the room.
func (s *served) dial() (net.Conn, error) {
	conn, err := net.Dial("tcp", strings.TrimPrefix(s.url, "http://"))
	if err != nil {
		return nil, err
	}
	_, err = io.WriteString(conn, "GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"+
		"User-Agent: Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0 Safari/537.36\r\n"+
		"Cookie: theme=dark\r\nAccept-Encoding: gzip, deflate, br\r\nAccept-Language: en-US,en;q=0.9\r\n"+
		"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n")
	if err != nil {
		return conn, err
	}
	r := bufio.NewReaderSize(conn, 512)
	for line := ""; line != "\r\n"; { // the head of the answer
		if line, err = r.ReadString('\n'); err != nil {
			return conn, err
		}
	}
	for _, step := range []struct{ sent, got, end string }{{"40", "40{", "}"}, {`420["get",{"url":"/room/join"}]`, "430[", "]"}} {
		if _, err := conn.Write(append([]byte{0x81, 0x80 | byte(len(step.sent)), 0, 0, 0, 0}, step.sent...)); err != nil {
			return conn, err
		}
		for _, until := range []string{step.got, step.end} {
			for seen := ""; !strings.HasSuffix(seen, until); {
				c, err := r.ReadByte()
				if err != nil {
					return conn, err
				}
				seen += string(rune(c))
			}
		}
	}
	return conn, nil
}

// get asks the server over HTTP.
func (s *served) get(b *testing.B, path string) string {
	b.Helper()
	res, err := http.Get(s.url + path)
	if err != nil {
		b.Fatal(err)
	}
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	if err != nil || res.StatusCode != http.StatusOK {
		b.Fatal(path, res.Status, err)
	}
	return string(body)
}

// cpu is the time of the CPU that the server's threads have used.
func (s *served) cpu(b *testing.B) time.Duration {
	b.Helper()
	paths, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/schedstat", s.pid))
	if len(paths) == 0 {
		b.Skip("processes are only measured on Linux")
	}
	var used time.Duration
	for _, path := range paths {
		text, _ := os.ReadFile(path) // nothing from a thread that has just ended
		ns, _, _ := strings.Cut(string(text), " ")
		n, _ := strconv.ParseInt(ns, 10, 64)
		used += time.Duration(n)
	}
	return used
}

// memory is what lives in the server and what it has resident, in bytes.
func (s *served) memory(b *testing.B) (live, resident int64) {
	b.Helper()
	live, _ = strconv.ParseInt(s.get(b, "/bench/collect"), 10, 64)
	statm, err := os.ReadFile(fmt.Sprintf("/proc/%d/statm", s.pid))
	if err != nil {
		b.Skip("processes are only measured on Linux: ", err)
	}
	pages, _ := strconv.ParseInt(strings.Fields(string(statm))[1], 10, 64)
	return live, pages * int64(os.Getpagesize())
}

// benchText is what is sent; frames of more than 125 bytes have a head of four.
const benchText = 200

var benchFrame = int64(len(`42["message",{"text":""}]`) + benchText + 4)

// receive reads from every socket, and notes when whole messages have come.
func (s *served) receive() {
	for _, conn := range s.conns {
		go func() {
			buf, rest := make([]byte, 8192), int64(0)
			for {
				n, err := conn.Read(buf)
				now := time.Now()
				s.read.Add(int64(n))
				for rest += int64(n); rest >= benchFrame; rest -= benchFrame {
					select {
					case s.arrived <- now:
					default:
					}
				}
				if err != nil {
					return
				}
			}
		}()
	}
}

// fan has the server send burst messages to all of its n sockets, and returns
// how long each took to come, from when the server was asked.
func (s *served) fan(b *testing.B, n, burst int) []time.Duration {
	b.Helper()
	s.read.Store(0)
	began := time.Now()
	s.get(b, "/room/fan?n="+strconv.Itoa(burst))
	want := int64(n*burst) * benchFrame
	for deadline := began.Add(time.Minute); s.read.Load() < want; {
		if time.Now().After(deadline) {
			b.Fatalf("%s: %d bytes of %d came", s.name, s.read.Load(), want)
		}
		time.Sleep(200 * time.Microsecond)
	}
	var took []time.Duration
	for len(s.arrived) > 0 {
		took = append(took, (<-s.arrived).Sub(began))
	}
	return took
}

// BenchmarkFanOut sends to 1,000 and 5,000 sockets, one message at a time and
// in bursts, and compares with socket.io 4 on Node and with the floor. Each is
// a process of its own; they take turns. It reports, as medians over the turns,
// the CPU of each server for a delivery, and how long the slowest of a hundred
// deliveries took; ratios above 1 are in favour of this one.
func BenchmarkFanOut(b *testing.B) {
	const turns = 10
	for _, n := range []int{1000, 5000} {
		for _, burst := range []int{1, 20} {
			b.Run(fmt.Sprintf("sockets=%d/burst=%d", n, burst), func(b *testing.B) {
				ours, peer := startOurs(b), startPeer(b)
				all := []*served{ours, peer, startFloor(b)}
				for _, s := range all {
					s.connect(b, n, 1)
					s.receive()
					for range 5 { // warm
						s.fan(b, n, burst)
					}
				}
				cpu, slowest := map[*served][]float64{}, map[*served][]float64{}
				rounds := max(1, 40_000/(n*burst))
				b.ResetTimer()
				for range b.N * turns {
					for _, s := range all {
						before := s.cpu(b)
						for range rounds {
							took := s.fan(b, n, burst)
							slices.Sort(took)
							slowest[s] = append(slowest[s], took[len(took)*99/100].Seconds()*1000)
						}
						cpu[s] = append(cpu[s], float64((s.cpu(b)-before).Nanoseconds())/float64(rounds*n*burst))
					}
				}
				for _, s := range all {
					b.ReportMetric(median(cpu[s]), s.name+"-cpu-ns/delivery")
					b.ReportMetric(median(slowest[s]), s.name+"-p99-ms")
				}
				b.ReportMetric(median(cpu[peer])/median(cpu[ours]), "cpu-ratio")
				b.ReportMetric(median(slowest[peer])/median(slowest[ours]), "p99-ratio")
				b.ReportMetric(0, "ns/op")
			})
		}
	}
}

func median(all []float64) float64 {
	slices.Sort(all)
	return all[len(all)/2]
}

// BenchmarkIdleConnections reports what a connected socket takes, 10,000 of them
// in one process: of what lives, and of what is resident after so many came, 100
// at a time. The floor does the same.
func BenchmarkIdleConnections(b *testing.B) {
	b.Run("framework", func(b *testing.B) { idle(b, startOurs(b)) })
	b.Run("floor", func(b *testing.B) { idle(b, startFloor(b)) })
}

func idle(b *testing.B, s *served) {
	const n = 10_000
	s.connect(b, 100, 100) // what comes with the first ones
	liveBefore, residentBefore := s.memory(b)
	s.connect(b, n, 100)
	live, resident := s.memory(b)
	b.ReportMetric(float64(live-liveBefore)/n, "live-bytes/conn")
	b.ReportMetric(float64(resident-residentBefore)/n, "resident-bytes/conn")
	b.ReportMetric(0, "ns/op")
}
