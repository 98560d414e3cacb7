package socketio_test

import (
	"bufio"
	"fmt"
	"net"
	"net/http"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"framework/engine/testenv"
	"framework/engine/value"
	"framework/sockets/socketio"
)

// idle connects n clients of version 5, over WebSockets made by hand: of the
// client's side only the file descriptor counts.
func idle(b *testing.B, f *fixture, n int) []net.Conn {
	b.Helper()
	conns := make([]net.Conn, n)
	for i := range conns {
		conn, err := net.Dial("tcp", strings.TrimPrefix(f.url, "http://"))
		if err != nil {
			b.Fatal(err)
		}
		b.Cleanup(func() { conn.Close() })
		_, err = fmt.Fprintf(conn, "GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"+
			"User-Agent: Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0 Safari/537.36\r\n"+
			"Origin: http://localhost:1337\r\nCookie: sails.sid=s%%3Aabcdefghijklmnopqrstuvwxyz.0123456789012345678901234567890123456789\r\n"+
			"Accept-Encoding: gzip, deflate, br\r\nAccept-Language: en-US,en;q=0.9\r\n"+
			"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n")
		if err != nil {
			b.Fatal(err)
		}
		res, err := http.ReadResponse(bufio.NewReaderSize(conn, 16), nil)
		if err != nil || res.StatusCode != http.StatusSwitchingProtocols {
			b.Fatal(res, err)
		}
		if _, err := conn.Write([]byte{0x81, 0x80 | 2, 0, 0, 0, 0, '4', '0'}); err != nil {
			b.Fatal(err)
		}
		s := <-f.sockets
		s.Join("all")
		conns[i] = conn
	}
	return conns
}

// BenchmarkIdle reports what an idle connection takes, the client's descriptor
// included.
func BenchmarkIdle(b *testing.B) {
	const n = 2000
	f := serve(b, socketio.Options{})
	for range b.N {
		before := used()
		conns := idle(b, f, n)
		b.ReportMetric(float64(used()-before)/n, "bytes/conn")
		for _, conn := range conns {
			conn.Close()
		}
		for range conns {
			<-f.reasons
		}
	}
}

func used() int64 {
	var m runtime.MemStats
	runtime.GC()
	runtime.GC()
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc + m.StackInuse)
}

// BenchmarkFanOut broadcasts to many, one message at a time and in bursts,
// and compares with writing the same frames to as many bare connections, which
// is the floor.
func BenchmarkFanOut(b *testing.B) {
	const n = 1000
	for _, burst := range []int{1, 20} {
		payload := strings.Repeat("x", 200)
		frame := []byte(`42["message",{"text":"` + payload + `"}]`)
		size := int64(len(frame) + 4) // with the header of a frame of more than 125 bytes
		b.Run(fmt.Sprint("burst=", burst, "/server"), func(b *testing.B) {
			f := serve(b, socketio.Options{})
			var got atomic.Int64
			for _, conn := range idle(b, f, n) {
				go count(conn, &got)
			}
			time.Sleep(200 * time.Millisecond) // the handshakes' rest
			run(b, n, burst, size, &got, func() {
				for range burst {
					_, _ = f.namespace.Broadcast(socketio.To{Rooms: []string{"all"}}, "message", value.Of("text", payload))
				}
			})
		})
		b.Run(fmt.Sprint("burst=", burst, "/floor"), func(b *testing.B) {
			listener, err := net.Listen("tcp", "127.0.0.1:0")
			if err != nil {
				b.Fatal(err)
			}
			defer listener.Close()
			var got atomic.Int64
			var conns []net.Conn
			for range n {
				client, err := net.Dial("tcp", listener.Addr().String())
				if err != nil {
					b.Fatal(err)
				}
				defer client.Close()
				go count(client, &got)
				conn, err := listener.Accept()
				if err != nil {
					b.Fatal(err)
				}
				defer conn.Close()
				conns = append(conns, conn)
			}
			message := append(make([]byte, 4), frame...)
			run(b, n, burst, size, &got, func() {
				for range burst {
					for _, conn := range conns {
						if _, err := conn.Write(message); err != nil {
							b.Error(err)
						}
					}
				}
			})
		})
	}
}

// run sends until everything has come, and reports the time of the process's
// CPU for each delivery, the reading clients included.
func run(b *testing.B, n, burst int, size int64, got *atomic.Int64, send func()) {
	got.Store(0)
	start := testenv.ProcessorTime(b)
	b.ResetTimer()
	for i := range b.N {
		send()
		for got.Load() < int64(i+1)*int64(n*burst)*size {
			time.Sleep(50 * time.Microsecond)
		}
	}
	b.ReportMetric(float64(testenv.ProcessorTime(b)-start)/float64(b.N*n*burst), "cpu-ns/delivery")
}

func count(conn net.Conn, got *atomic.Int64) {
	buf := make([]byte, 4096)
	for {
		n, err := conn.Read(buf)
		got.Add(int64(n))
		if err != nil {
			return
		}
	}
}
