package web

import (
	"io"
	"sync"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zlib"
	"github.com/klauspost/compress/zstd"
)

// encoder compresses what is written to it for one answer at a time.
type encoder interface {
	io.WriteCloser
	Flush() error
	Reset(w io.Writer)
}

// brotliLevel costs about as much as gzip does and is smaller; it is the one of the
// compression middleware of Express.
const brotliLevel = 4

// zstdWindow bounds the memory of an encoder. Every client knows windows of 8 MB.
const zstdWindow = 256 << 10

// encoders keeps encoders for the next answer: to make one costs more than to compress
// with it.
type encoders map[string]*sync.Pool // by encoding

func newEncoders() encoders {
	e := encoders{}
	for _, name := range encodings {
		e[name] = &sync.Pool{New: func() any { return newEncoder(name) }}
	}
	return e
}

func newEncoder(name string) encoder {
	switch name {
	case "zstd":
		// The options are right, so there is no error.
		w, _ := zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1), zstd.WithWindowSize(zstdWindow), zstd.WithLowerEncoderMem(true))
		return w
	case "br":
		return brotli.NewWriterLevel(nil, brotliLevel)
	case "deflate": // as HTTP means it: zlib
		return zlib.NewWriter(nil)
	default:
		return gzip.NewWriter(nil)
	}
}

func (e encoders) take(name string, w io.Writer) encoder {
	enc := e[name].Get().(encoder)
	enc.Reset(w)
	return enc
}

func (e encoders) give(name string, enc encoder) {
	enc.Reset(nil)
	e[name].Put(enc)
}
