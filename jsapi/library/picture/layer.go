package picture

import (
	"errors"
	"fmt"
	"image"
)

// factors are how much of the upper and of the lower layer remains, given their alphas.
type factors func(upper, lower float64) (ofUpper, ofLower float64)

var blends = map[string]factors{
	"clear":     func(_, _ float64) (float64, float64) { return 0, 0 },
	"source":    func(_, _ float64) (float64, float64) { return 1, 0 },
	"over":      func(u, _ float64) (float64, float64) { return 1, 1 - u },
	"in":        func(_, l float64) (float64, float64) { return l, 0 },
	"out":       func(_, l float64) (float64, float64) { return 1 - l, 0 },
	"atop":      func(u, l float64) (float64, float64) { return l, 1 - u },
	"dest":      func(_, _ float64) (float64, float64) { return 0, 1 },
	"dest-over": func(_, l float64) (float64, float64) { return 1 - l, 1 },
	"dest-in":   func(u, _ float64) (float64, float64) { return 0, u },
	"dest-out":  func(u, _ float64) (float64, float64) { return 0, 1 - u },
	"dest-atop": func(u, l float64) (float64, float64) { return 1 - l, u },
	"xor":       func(u, l float64) (float64, float64) { return 1 - l, 1 - u },
	"add":       func(_, _ float64) (float64, float64) { return 1, 1 },
}

// mixes are blends whose color depends on both colors.
var mixes = map[string]func(u, l float64) float64{
	"multiply":   func(u, l float64) float64 { return u * l },
	"screen":     func(u, l float64) float64 { return u + l - u*l },
	"darken":     func(u, l float64) float64 { return min(u, l) },
	"lighten":    func(u, l float64) float64 { return max(u, l) },
	"difference": func(u, l float64) float64 { return max(u-l, l-u) },
	"exclusion":  func(u, l float64) float64 { return u + l - 2*u*l },
}

// put composes a layer with the image.
func (p *picture) put(l *Layer) error {
	top, err := l.Input.open(0)
	if err != nil {
		return err
	}
	blend := l.Blend
	if blend == "" {
		blend = "over"
	}
	if blends[blend] == nil && mixes[blend] == nil {
		return fmt.Errorf("the blend %s is not available here", blend)
	}
	if !l.Tile && (top.width() > p.width() || top.height() > p.height()) {
		return errors.New("Image to composite must have same dimensions or smaller") //nolint:staticcheck // the words of sharp
	}
	at := place(l.Gravity, p.Rect.Size(), top.Rect.Size(), 0)
	if l.Gravity == "" {
		at = place("centre", p.Rect.Size(), top.Rect.Size(), 0)
	}
	if l.Left != nil && l.Top != nil {
		at = image.Pt(*l.Left, *l.Top)
	}
	whole, err := blank(p.width(), p.height())
	if err != nil {
		return err
	}
	for y := range p.height() {
		for x := range p.width() {
			sx, sy := x-at.X, y-at.Y
			if l.Tile {
				sx, sy = (sx%top.width()+top.width())%top.width(), (sy%top.height()+top.height())%top.height()
			}
			if image.Pt(sx, sy).In(top.Rect) {
				s := top.PixOffset(sx, sy)
				copy(whole.Pix[y*whole.Stride+4*x:], top.Pix[s:s+4])
			}
		}
	}
	p.compose(whole, blend)
	p.alpha, p.grey = true, p.grey && top.grey
	return nil
}

func (p *picture) compose(top *image.RGBA, blend string) {
	f, mix := blends[blend], mixes[blend]
	for i := 0; i < len(p.Pix); i += 4 {
		u, l := float64(top.Pix[i+3])/255, float64(p.Pix[i+3])/255
		if mix == nil {
			fu, fl := f(u, l)
			for k := range 4 {
				p.Pix[i+k] = clamp(fu*float64(top.Pix[i+k]) + fl*float64(p.Pix[i+k]))
			}
			continue
		}
		for k := range 3 {
			cu, cl := float64(top.Pix[i+k])/255, float64(p.Pix[i+k])/255
			both := 0.0
			if u > 0 && l > 0 {
				both = u * l * mix(cu/u, cl/l)
			}
			p.Pix[i+k] = clamp(255 * ((1-l)*cu + (1-u)*cl + both))
		}
		p.Pix[i+3] = clamp(255 * (u + l - u*l))
	}
}
