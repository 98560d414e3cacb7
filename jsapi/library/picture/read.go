package picture

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"image/draw"
	_ "image/gif" // formats that are read
	_ "image/jpeg"
	_ "image/png"
	"io/fs"
	"os"

	_ "golang.org/x/image/bmp"
	_ "golang.org/x/image/tiff"
	_ "golang.org/x/image/webp"
)

var (
	errUnknown = errors.New("Input buffer contains unsupported image format") //nolint:staticcheck // the words of sharp
	errPixels  = errors.New("Input image exceeds pixel limit")                //nolint:staticcheck // the words of sharp
)

// open decodes an input.
func (in *Input) open(limit int) (*picture, error) {
	if limit <= 0 || limit > MaxPixels {
		limit = MaxPixels
	}
	switch {
	case in.Create != nil:
		return in.Create.open()
	case in.Raw != nil:
		return in.Raw.open(in.Bytes)
	}
	data, config, format, err := in.read()
	if err != nil {
		return nil, err
	}
	if config.Width*config.Height > limit {
		return nil, errPixels
	}
	decoded, _, err := image.Decode(bytes.NewReader(data))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", format, err)
	}
	m := describe(data, format, config)
	p := &picture{alpha: m.Channels == 2 || m.Channels == 4, grey: m.Channels <= 2, format: format, orientation: m.Orientation}
	if p.RGBA, err = blank(config.Width, config.Height); err != nil {
		return nil, err
	}
	if o, ok := decoded.(interface{ Opaque() bool }); ok && format != "png" && o.Opaque() {
		p.alpha = false
	}
	to := decoded.Bounds() // the first frame of a GIF may cover a part
	if to.Dx() == config.Width {
		to = p.Rect
	}
	draw.Draw(p.RGBA, to, decoded, decoded.Bounds().Min, draw.Src)
	return p, nil
}

// read returns the bytes of an image, and what their beginning says of it.
func (in *Input) read() (data []byte, config image.Config, format string, err error) {
	data, unknown, err := in.content()
	if err != nil {
		return nil, config, "", err
	}
	if config, format, err = image.DecodeConfig(bytes.NewReader(data)); err != nil {
		return nil, config, "", unknown
	}
	return data, config, format, nil
}

// content returns the bytes of a file or buffer, and the error for those of no image.
func (in *Input) content() (data []byte, unknown, err error) {
	if in.File == "" {
		return in.Bytes, errUnknown, nil
	}
	info, err := os.Stat(in.File)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil, fmt.Errorf("Input file is missing: %s", in.File) //nolint:staticcheck // the words of sharp
	case err == nil && info.Size() > 1<<30:
		return nil, nil, fmt.Errorf("%s is too large for an image", in.File)
	}
	if err == nil {
		data, err = os.ReadFile(in.File)
	}
	if err != nil {
		return nil, nil, fmt.Errorf("reading the image: %w", err)
	}
	return data, errors.New("Input file contains unsupported image format"), nil //nolint:staticcheck // the words of sharp
}

func (c *Create) open() (*picture, error) {
	img, err := blank(c.Width, c.Height)
	if err != nil {
		return nil, err
	}
	fill(img, img.Rect, c.Background)
	return &picture{RGBA: img, alpha: c.Channels == 4}, nil
}

func (r *Raw) open(data []byte) (*picture, error) {
	img, err := blank(r.Width, r.Height)
	if err != nil {
		return nil, err
	}
	n := r.Channels
	if n < 1 || n > 4 || len(data) < n*r.Width*r.Height {
		return nil, fmt.Errorf("memory area too small --- should be %d bytes, you passed %d", n*r.Width*r.Height, len(data))
	}
	for i := range r.Width * r.Height {
		px := data[i*n : i*n+n]
		c := [4]byte{px[0], px[0], px[0], 255}
		if n >= 3 {
			c[1], c[2] = px[1], px[2]
		}
		if n == 2 || n == 4 {
			c[3] = px[n-1]
			for k := range 3 {
				c[k] = byte((int(c[k])*int(c[3]) + 127) / 255)
			}
		}
		copy(img.Pix[4*i:], c[:])
	}
	return &picture{RGBA: img, alpha: n == 2 || n == 4, grey: n <= 2}, nil
}

func fill(img *image.RGBA, area image.Rectangle, c Color) {
	draw.Draw(img, area, image.NewUniform(c.rgba()), image.Point{}, draw.Src)
}
