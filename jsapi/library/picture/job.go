package picture

import (
	"context"
	"errors"
	"fmt"
	"image"
	"image/color"
	"os"
	"runtime"

	"golang.org/x/sync/semaphore"
)

// MaxPixels is how many pixels an image may have, before and after it is changed.
const MaxPixels = 100_000_000

// Color is a color with an alpha between 0 and 1.
type Color struct {
	R, G, B uint8
	Alpha   float64
}

func (c Color) rgba() color.NRGBA { return color.NRGBA{c.R, c.G, c.B, uint8(c.Alpha*255 + 0.5)} }

// Input is where an image comes from: a file, bytes, pixels, or a plain area.
type Input struct {
	File   string
	Bytes  []byte `json:"-"`
	Raw    *Raw
	Create *Create
}

// Raw describes bytes that are pixels.
type Raw struct{ Width, Height, Channels int }

// Create is a plain area.
type Create struct {
	Width, Height, Channels int
	Background              Color
}

// Area is a part of an image.
type Area struct{ Left, Top, Width, Height int }

// Resize says to which size and how. A width or height of 0 follows from the other.
type Resize struct {
	Width, Height                        int
	Fit, Position, Kernel                string
	Background                           Color
	WithoutEnlargement, WithoutReduction bool
}

// Edges are widths on the four sides.
type Edges struct {
	Top, Bottom, Left, Right int
	Background               Color
	With                     string // what fills them
}

// Layer is an image that is put onto another one.
type Layer struct {
	Input     Input
	Gravity   string
	Top, Left *int
	Blend     string
	Tile      bool
}

// Output is the format of the result, and how it is written.
type Output struct {
	Format, File     string
	Quality          int
	CompressionLevel *int
}

// Job is what is done with an image, in this order whatever the order of the calls was.
type Job struct {
	Input       Input
	MaxPixels   int
	AutoOrient  bool
	Angle       float64
	Background  Color // of the corners of a rotation
	RotateFirst bool  // the rotation is before the extraction
	Flip, Flop  bool
	Trim        *float64 // the threshold
	Before      *Area
	Resize      *Resize
	After       *Area
	Extend      *Edges
	Flatten     *Color
	Negate      bool
	Gamma       float64
	Blur        float64 // sigma; below 0 a mild one
	Sharpen     float64 // sigma; below 0 a mild one
	Normalise   bool
	Threshold   int
	Brightness  float64
	Saturation  float64
	Hue         float64
	Lightness   float64
	Tint        *Color
	Linear      []float64 // factor and offset
	Layers      []Layer
	Grey        bool
	Alpha       string // "add" or "remove"
	Output      Output
}

// Result is an encoded image.
type Result struct {
	Data                    []byte
	Format                  string
	Width, Height, Channels int
	Left, Top               *int // where it was cut out
	Size                    int
}

// Workers do jobs. Pictures are large: no more are worked on at once than there are processors.
type Workers struct{ free *semaphore.Weighted }

// NewWorkers returns workers that nothing else uses.
func NewWorkers() *Workers {
	return &Workers{semaphore.NewWeighted(int64(runtime.GOMAXPROCS(0)))}
}

// Run does a job.
func (w *Workers) Run(ctx context.Context, j *Job) (*Result, error) {
	if err := w.free.Acquire(ctx, 1); err != nil {
		return nil, fmt.Errorf("picture: %w", err)
	}
	defer w.free.Release(1)
	p, err := j.Input.open(j.MaxPixels)
	if err != nil {
		return nil, err
	}
	result := &Result{}
	for _, step := range j.steps(result) {
		if err := ctx.Err(); err != nil {
			return nil, fmt.Errorf("picture: %w", err)
		}
		if err := step(p); err != nil {
			return nil, err
		}
	}
	if err := p.encode(&j.Output, result); err != nil {
		return nil, err
	}
	if j.Output.File != "" {
		if err := os.WriteFile(j.Output.File, result.Data, 0o666); err != nil {
			return nil, fmt.Errorf("writing the image: %w", err)
		}
		result.Data = nil
	}
	return result, nil
}

// picture is an image and what it had when it was read.
type picture struct {
	*image.RGBA
	alpha, grey bool
	format      string
	orientation int
}

func (p *picture) width() int  { return p.Rect.Dx() }
func (p *picture) height() int { return p.Rect.Dy() }

func (p *picture) channels() int {
	n := 3
	if p.grey {
		n = 1
	}
	if p.alpha {
		n++
	}
	return n
}

// blank makes an image, unless it is too large.
func blank(width, height int) (*image.RGBA, error) {
	if width < 1 || height < 1 || width > 1<<24 || height > 1<<24 || width*height > MaxPixels {
		return nil, fmt.Errorf("an image of %d x %d pixels is not possible", width, height)
	}
	return image.NewRGBA(image.Rect(0, 0, width, height)), nil
}

var errArea = errors.New("extract_area: bad extract area")
