package picture

import (
	"fmt"
	"image"
	"image/draw"
	"math"

	ximage "golang.org/x/image/draw"
	"golang.org/x/image/math/f64"
)

type step func(*picture) error

// steps are what a job does, in the order of sharp.
func (j *Job) steps(result *Result) []step {
	var list []step
	when := func(is bool, s step) {
		if is {
			list = append(list, s)
		}
	}
	rotate := func(p *picture) error { return p.rotate(j.Angle, j.Background) }
	when(j.AutoOrient, (*picture).orient)
	when(j.Angle != 0 && j.RotateFirst, rotate)
	when(j.Trim != nil, func(p *picture) error { return p.trim(*j.Trim, result) })
	when(j.Before != nil, func(p *picture) error { return p.extract(j.Before, result) })
	when(j.Resize != nil, func(p *picture) error { return p.resize(j.Resize) })
	when(j.Angle != 0 && !j.RotateFirst, rotate)
	when(j.Flip, (*picture).flip)
	when(j.Flop, (*picture).flop)
	when(j.After != nil, func(p *picture) error { return p.extract(j.After, result) })
	when(j.Extend != nil, func(p *picture) error { return p.extend(j.Extend) })
	when(j.Flatten != nil, func(p *picture) error { return p.flatten(*j.Flatten) })
	when(j.Negate, p8(func(r, g, b float64) (float64, float64, float64) { return 255 - r, 255 - g, 255 - b }))
	when(j.Blur != 0, func(p *picture) error { return p.blur(j.Blur) })
	when(j.Sharpen != 0, func(p *picture) error { return p.sharpen(j.Sharpen) })
	for i := range j.Layers {
		when(true, func(p *picture) error { return p.put(&j.Layers[i]) })
	}
	when(j.Gamma != 0, p8(curve(func(v float64) float64 { return 255 * math.Pow(v/255, 1/j.Gamma) })))
	when(len(j.Linear) == 2, p8(curve(func(v float64) float64 { return v*j.Linear[0] + j.Linear[1] })))
	when(j.Brightness != 0 || j.Saturation != 0 || j.Hue != 0 || j.Lightness != 0, p8(j.modulate()))
	when(j.Normalise, (*picture).normalise)
	when(j.Tint != nil, func(p *picture) error { p.grey = false; return p8(tint(*j.Tint))(p) })
	when(j.Grey, (*picture).desaturate)
	when(j.Threshold > 0, func(p *picture) error {
		if err := p.desaturate(); err != nil {
			return err
		}
		p.grey = false
		return p8(curve(func(v float64) float64 {
			if v >= float64(j.Threshold) {
				return 255
			}
			return 0
		}))(p)
	})
	when(j.Alpha == "add", func(p *picture) error { p.alpha = true; return nil })
	when(j.Alpha == "remove", (*picture).opaque)
	return list
}

// orient applies the orientation of EXIF.
func (p *picture) orient() error {
	var err error
	switch p.orientation {
	case 2, 4, 5, 7:
		err = p.flop()
	}
	angle := map[int]float64{3: 180, 4: 180, 5: 270, 6: 90, 7: 90, 8: 270}[p.orientation]
	p.orientation = 0
	if err == nil && angle != 0 {
		err = p.rotate(angle, Color{})
	}
	return err
}

// rotate turns the image clockwise. Corners that appear get the background.
func (p *picture) rotate(angle float64, background Color) error {
	angle = math.Mod(math.Mod(angle, 360)+360, 360)
	w, h := p.width(), p.height()
	switch angle {
	case 0:
		return nil
	case 90:
		return p.mapped(h, w, func(x, y int) (int, int) { return y, h - 1 - x })
	case 180:
		return p.mapped(w, h, func(x, y int) (int, int) { return w - 1 - x, h - 1 - y })
	case 270:
		return p.mapped(h, w, func(x, y int) (int, int) { return w - 1 - y, x })
	}
	sin, cos := math.Sincos(angle * math.Pi / 180)
	width := int(math.Round(math.Abs(float64(w)*cos) + math.Abs(float64(h)*sin)))
	height := int(math.Round(math.Abs(float64(w)*sin) + math.Abs(float64(h)*cos)))
	img, err := blank(width, height)
	if err != nil {
		return err
	}
	fill(img, img.Rect, background)
	cx, cy, nx, ny := float64(w)/2, float64(h)/2, float64(width)/2, float64(height)/2
	ximage.BiLinear.Transform(img, f64.Aff3{cos, -sin, nx - cos*cx + sin*cy, sin, cos, ny - sin*cx - cos*cy}, p.RGBA, p.Rect, draw.Over, nil)
	p.RGBA, p.alpha = img, p.alpha || background.Alpha < 1
	return nil
}

func (p *picture) flip() error {
	h := p.height()
	return p.mapped(p.width(), h, func(x, y int) (int, int) { return x, h - 1 - y })
}

func (p *picture) flop() error {
	w := p.width()
	return p.mapped(w, p.height(), func(x, y int) (int, int) { return w - 1 - x, y })
}

// mapped makes an image whose pixels come from the places that from says.
func (p *picture) mapped(width, height int, from func(x, y int) (int, int)) error {
	img, err := blank(width, height)
	if err != nil {
		return err
	}
	for y := range height {
		for x := range width {
			sx, sy := from(x, y)
			s := p.PixOffset(sx, sy)
			copy(img.Pix[y*img.Stride+4*x:], p.Pix[s:s+4])
		}
	}
	p.RGBA = img
	return nil
}

func (p *picture) extract(a *Area, result *Result) error {
	if a.Left < 0 || a.Top < 0 || a.Width < 1 || a.Height < 1 || a.Left+a.Width > p.width() || a.Top+a.Height > p.height() {
		return errArea
	}
	result.Left, result.Top = nil, nil
	return p.cut(a.Left, a.Top, a.Width, a.Height)
}

func (p *picture) cut(left, top, width, height int) error {
	img, err := blank(width, height)
	if err != nil {
		return err
	}
	draw.Draw(img, img.Rect, p.RGBA, image.Pt(left, top), draw.Src)
	p.RGBA = img
	return nil
}

// trim cuts off edges that have the color of the first pixel.
func (p *picture) trim(threshold float64, result *Result) error {
	at := func(x, y int) []uint8 { i := p.PixOffset(x, y); return p.Pix[i : i+4] }
	first := at(0, 0)
	same := func(x, y int) bool {
		for k, v := range at(x, y) {
			if math.Abs(float64(v)-float64(first[k])) > threshold {
				return false
			}
		}
		return true
	}
	left, top, right, bottom := p.width(), p.height(), -1, -1
	for y := range p.height() {
		for x := range p.width() {
			if !same(x, y) {
				left, right, top, bottom = min(left, x), max(right, x), min(top, y), max(bottom, y)
			}
		}
	}
	if right < 0 {
		return nil // nothing else is there
	}
	x, y := -left, -top
	result.Left, result.Top = &x, &y
	return p.cut(left, top, right-left+1, bottom-top+1)
}

func (p *picture) extend(e *Edges) error {
	w, h := p.width(), p.height()
	img, err := blank(w+e.Left+e.Right, h+e.Top+e.Bottom)
	if err != nil {
		return err
	}
	if e.With == "" || e.With == "background" {
		fill(img, img.Rect, e.Background)
		draw.Draw(img, image.Rect(e.Left, e.Top, e.Left+w, e.Top+h), p.RGBA, image.Point{}, draw.Src)
		p.RGBA, p.alpha = img, p.alpha || e.Background.Alpha < 1
		return nil
	}
	place := map[string]func(v, n int) int{
		"copy":   func(v, n int) int { return min(max(v, 0), n-1) },
		"repeat": func(v, n int) int { return (v%n + n) % n },
		"mirror": func(v, n int) int { v = (v%(2*n) + 2*n) % (2 * n); return min(v, 2*n-1-v) },
	}[e.With]
	if place == nil {
		return fmt.Errorf("edges cannot be extended with %s", e.With)
	}
	return p.mapped(img.Rect.Dx(), img.Rect.Dy(), func(x, y int) (int, int) { return place(x-e.Left, w), place(y-e.Top, h) })
}

// flatten puts the image onto a background.
func (p *picture) flatten(c Color) error {
	if !p.alpha {
		return nil
	}
	img, err := blank(p.width(), p.height())
	if err != nil {
		return err
	}
	c.Alpha = 1
	fill(img, img.Rect, c)
	draw.Draw(img, img.Rect, p.RGBA, image.Point{}, draw.Over)
	p.RGBA, p.alpha = img, false
	return nil
}

// opaque drops the alpha: what it covered becomes visible.
func (p *picture) opaque() error {
	if err := p8(func(r, g, b float64) (float64, float64, float64) { return r, g, b })(p); err != nil {
		return err
	}
	for i := 0; i < len(p.Pix); i += 4 {
		if a := int(p.Pix[i+3]); a != 255 && a != 0 {
			for k := range 3 {
				p.Pix[i+k] = byte(min(255, (int(p.Pix[i+k])*255+a/2)/a))
			}
		}
		p.Pix[i+3] = 255
	}
	p.alpha = false
	return nil
}
