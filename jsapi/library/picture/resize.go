package picture

import (
	"fmt"
	"image"
	"image/draw"
	"math"

	ximage "golang.org/x/image/draw"
)

// kernel returns how pixels are weighed.
func kernel(name string) (ximage.Scaler, error) {
	lanczos := func(a float64) *ximage.Kernel {
		return &ximage.Kernel{Support: a, At: func(t float64) float64 {
			if t == 0 {
				return 1
			}
			if t >= a {
				return 0
			}
			x := math.Pi * t
			return a * math.Sin(x) * math.Sin(x/a) / (x * x)
		}}
	}
	switch name {
	case "", "lanczos3":
		return lanczos(3), nil
	case "lanczos2":
		return lanczos(2), nil
	case "cubic":
		return ximage.CatmullRom, nil
	case "mitchell":
		return &ximage.Kernel{Support: 2, At: mitchell}, nil
	case "linear":
		return ximage.BiLinear, nil
	case "nearest":
		return ximage.NearestNeighbor, nil
	}
	return nil, fmt.Errorf("the kernel %s is not known", name)
}

func mitchell(t float64) float64 {
	if t < 1 {
		return (7*t*t*t - 12*t*t + 16.0/3) / 6
	}
	return (-7.0/3*t*t*t + 12*t*t - 20*t + 32.0/3) / 6
}

func (p *picture) resize(r *Resize) error {
	w, h := float64(p.width()), float64(p.height())
	width, height := r.Width, r.Height
	if width == 0 && height == 0 {
		return nil
	}
	fx, fy := float64(width)/w, float64(height)/h
	switch {
	case width == 0 && r.Fit == "fill":
		fx = 1
	case height == 0 && r.Fit == "fill":
		fy = 1
	case width == 0:
		fx = fy
	case height == 0:
		fy = fx
	case r.Fit == "contain" || r.Fit == "inside":
		fx = min(fx, fy)
		fy = fx
	case r.Fit == "" || r.Fit == "cover" || r.Fit == "outside":
		fx = max(fx, fy)
		fy = fx
	}
	if r.WithoutEnlargement {
		fx, fy = min(fx, 1), min(fy, 1)
	}
	if r.WithoutReduction {
		fx, fy = max(fx, 1), max(fy, 1)
	}
	if err := p.scale(max(1, int(math.Round(w*fx))), max(1, int(math.Round(h*fy))), r.Kernel); err != nil {
		return err
	}
	if width == 0 || height == 0 {
		return nil
	}
	switch r.Fit {
	case "", "cover":
		return p.crop(min(width, p.width()), min(height, p.height()), r.Position)
	case "contain":
		return p.pad(max(width, p.width()), max(height, p.height()), r)
	}
	return nil
}

func (p *picture) scale(width, height int, name string) error {
	if width == p.width() && height == p.height() {
		return nil
	}
	k, err := kernel(name)
	if err != nil {
		return err
	}
	img, err := blank(width, height)
	if err != nil {
		return err
	}
	k.Scale(img, img.Rect, p.RGBA, p.Rect, draw.Src, nil)
	p.RGBA = img
	return nil
}

// place returns where a part of a size begins in a whole: 0, the middle, or the end.
func place(position string, whole, part image.Point, round int) image.Point {
	rest := whole.Sub(part)
	at := image.Pt((rest.X+round)/2, (rest.Y+round)/2)
	switch position {
	case "north", "northwest", "northeast":
		at.Y = 0
	case "south", "southwest", "southeast":
		at.Y = rest.Y
	}
	switch position {
	case "west", "northwest", "southwest":
		at.X = 0
	case "east", "northeast", "southeast":
		at.X = rest.X
	}
	return at
}

func (p *picture) crop(width, height int, position string) error {
	if width == p.width() && height == p.height() {
		return nil
	}
	at := place(position, p.Rect.Size(), image.Pt(width, height), 1)
	if position == "entropy" || position == "attention" {
		at = p.richest(width, height)
	}
	return p.cut(at.X, at.Y, width, height)
}

func (p *picture) pad(width, height int, r *Resize) error {
	if width == p.width() && height == p.height() {
		return nil
	}
	img, err := blank(width, height)
	if err != nil {
		return err
	}
	fill(img, img.Rect, r.Background)
	at := place(r.Position, img.Rect.Size(), p.Rect.Size(), 0)
	draw.Draw(img, p.Rect.Add(at), p.RGBA, image.Point{}, draw.Src)
	p.RGBA, p.alpha = img, p.alpha || r.Background.Alpha < 1
	return nil
}

// richest returns where the part with the most edges begins.
func (p *picture) richest(width, height int) image.Point {
	columns, rows := make([]int, p.width()), make([]int, p.height())
	for y := 1; y < p.height(); y++ {
		for x := 1; x < p.width(); x++ {
			i := p.PixOffset(x, y)
			edge := 0
			for k := range 3 {
				v := int(p.Pix[i+k])
				edge += distance(v, int(p.Pix[i+k-4])) + distance(v, int(p.Pix[i+k-p.Stride]))
			}
			columns[x] += edge
			rows[y] += edge
		}
	}
	return image.Pt(window(columns, width), window(rows, height))
}

func distance(a, b int) int { return max(a-b, b-a) }

// window returns the begin of the n neighbors with the largest sum.
func window(values []int, n int) int {
	sum := 0
	for _, v := range values[:n] {
		sum += v
	}
	best, at := sum, 0
	for i := n; i < len(values); i++ {
		sum += values[i] - values[i-n]
		if sum > best {
			best, at = sum, i-n+1
		}
	}
	return at
}
