package picture

import (
	"bytes"
	"fmt"
	"image"
	"image/draw"
	"image/gif"
	"image/jpeg"
	"image/png"

	"github.com/HugoSmits86/nativewebp"
	"golang.org/x/image/tiff"
)

// encode writes the image in the format of the output, or in that of the input.
func (p *picture) encode(o *Output, result *Result) error {
	format := o.Format
	if format == "" {
		format = p.format
	}
	switch format {
	case "":
		format = "png"
	case "bmp":
		format = "png" // sharp does not write it either
	}
	var b bytes.Buffer
	var err error
	channels := p.channels() | 2 // grey is written as a color
	switch format {
	case "jpeg":
		channels = 3
		if err = p.flatten(Color{Alpha: 1}); err == nil {
			quality := o.Quality
			if quality == 0 {
				quality = 80
			}
			err = jpeg.Encode(&b, p.plain(), &jpeg.Options{Quality: quality})
		}
	case "png":
		encoder := png.Encoder{}
		if o.CompressionLevel != nil {
			switch level := *o.CompressionLevel; {
			case level == 0:
				encoder.CompressionLevel = png.NoCompression
			case level >= 9:
				encoder.CompressionLevel = png.BestCompression
			case level <= 3:
				encoder.CompressionLevel = png.BestSpeed
			}
		}
		img := p.plain()
		if o, ok := img.(*image.NRGBA); ok && o.Opaque() {
			img = translucent{o}
		}
		err = encoder.Encode(&b, img)
	case "webp":
		err = nativewebp.Encode(&b, p.colored(), nil)
	case "gif":
		err = gif.Encode(&b, p.RGBA, &gif.Options{NumColors: 256, Quantizer: quantizer{}, Drawer: draw.FloydSteinberg})
	case "tiff":
		err = tiff.Encode(&b, p.plain(), &tiff.Options{Compression: tiff.Deflate, Predictor: true})
	case "raw":
		channels = p.channels()
		err = p.raw(&b)
	default:
		return fmt.Errorf("images of the format %s cannot be written here: use jpeg, png, webp, gif or tiff", format)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", format, err)
	}
	result.Data, result.Format, result.Width, result.Height, result.Channels, result.Size = b.Bytes(), format, p.width(), p.height(), channels, b.Len()
	return nil
}

// plain is the image, without alpha if it has none.
func (p *picture) plain() image.Image {
	if p.alpha {
		return p.colored()
	}
	for i := 3; i < len(p.Pix); i += 4 {
		p.Pix[i] = 255
	}
	return p.RGBA
}

// translucent is an image whose alpha is written although all of it is opaque.
type translucent struct{ image.Image }

// Opaque is what the encoder of PNG asks.
func (translucent) Opaque() bool { return false }

// colored is the image with colors that are not multiplied by alpha.
func (p *picture) colored() *image.NRGBA {
	img := image.NewNRGBA(p.Rect)
	draw.Draw(img, img.Rect, p.RGBA, image.Point{}, draw.Src)
	if !p.alpha {
		for i := 3; i < len(img.Pix); i += 4 {
			img.Pix[i] = 255
		}
	}
	return img
}

// raw writes the channels of each pixel.
func (p *picture) raw(b *bytes.Buffer) error {
	img := p.colored()
	n := p.channels()
	b.Grow(n * len(img.Pix) / 4)
	for i := 0; i < len(img.Pix); i += 4 {
		if p.grey {
			b.WriteByte(img.Pix[i])
		} else {
			b.Write(img.Pix[i : i+3])
		}
		if p.alpha {
			b.WriteByte(img.Pix[i+3])
		}
	}
	return nil
}
