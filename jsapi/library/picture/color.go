package picture

import "math"

// p8 applies a function to the colors of all pixels, which are not multiplied by alpha for it.
func p8(change func(r, g, b float64) (float64, float64, float64)) step {
	return func(p *picture) error {
		for i := 0; i < len(p.Pix); i += 4 {
			px := p.Pix[i : i+4 : i+4]
			a := float64(px[3]) / 255
			if a == 0 {
				continue
			}
			r, g, b := change(float64(px[0])/a, float64(px[1])/a, float64(px[2])/a)
			px[0], px[1], px[2] = clamp(min(r, 255)*a), clamp(min(g, 255)*a), clamp(min(b, 255)*a)
		}
		return nil
	}
}

func clamp(v float64) uint8 { return uint8(math.Round(min(max(v, 0), 255))) }

// curve changes each channel alike.
func curve(f func(float64) float64) func(r, g, b float64) (float64, float64, float64) {
	return func(r, g, b float64) (float64, float64, float64) { return f(r), f(g), f(b) }
}

func luminance(r, g, b float64) float64 { return 0.2126*r + 0.7152*g + 0.0722*b }

func linear(v float64) float64 {
	if v /= 255; v <= 0.04045 {
		return v / 12.92
	}
	return math.Pow((v+0.055)/1.055, 2.4)
}

func gamma(v float64) float64 {
	if v <= 0.0031308 {
		return 255 * 12.92 * v
	}
	return 255 * (1.055*math.Pow(v, 1/2.4) - 0.055)
}

// desaturate makes the image grey, by the luminance of linear light as libvips computes it.
func (p *picture) desaturate() error {
	if p.grey {
		return nil
	}
	p.grey = true
	var to [256]float64
	for i := range to {
		to[i] = linear(float64(i))
	}
	at := func(v float64) float64 { return to[clamp(v)] }
	return p8(func(r, g, b float64) (float64, float64, float64) {
		v := gamma(0.2*at(r) + 0.7*at(g) + 0.1*at(b))
		return v, v, v
	})(p)
}

// tint keeps the luminance, and takes the color of c.
func tint(c Color) func(r, g, b float64) (float64, float64, float64) {
	base := max(1, luminance(float64(c.R), float64(c.G), float64(c.B)))
	return func(r, g, b float64) (float64, float64, float64) {
		f := luminance(r, g, b) / base
		return f * float64(c.R), f * float64(c.G), f * float64(c.B)
	}
}

// modulate changes brightness, saturation and hue by matrices of the luminance.
func (j *Job) modulate() func(r, g, b float64) (float64, float64, float64) {
	bright, sat := j.Brightness, j.Saturation
	if bright == 0 {
		bright = 1
	}
	if sat == 0 {
		sat = 1
	}
	sin, cos := math.Sincos(j.Hue * math.Pi / 180)
	return func(r, g, b float64) (float64, float64, float64) {
		y := luminance(r, g, b)
		u, v := (b-y)/1.8556, (r-y)/1.5748
		u, v = sat*(u*cos-v*sin), sat*(u*sin+v*cos)
		y = y*bright + j.Lightness*2.55
		r, b = y+1.5748*v, y+1.8556*u
		return r, (y - 0.2126*r - 0.0722*b) / 0.7152, b
	}
}

// normalise stretches the luminance to the full range.
func (p *picture) normalise() error {
	var counts [256]int
	all := 0
	for i := 0; i < len(p.Pix); i += 4 {
		if a := float64(p.Pix[i+3]) / 255; a > 0 {
			counts[clamp(luminance(float64(p.Pix[i]), float64(p.Pix[i+1]), float64(p.Pix[i+2]))/a)]++
			all++
		}
	}
	low, high := percentile(counts, all/100), percentile(counts, all-all/100-1)
	if high <= low {
		return nil
	}
	f := 255 / float64(high-low)
	return p8(curve(func(v float64) float64 { return (v - float64(low)) * f }))(p)
}

// percentile returns the value that n others are not above.
func percentile(counts [256]int, n int) int {
	for v, c := range counts {
		if n -= c; n < 0 {
			return v
		}
	}
	return 255
}

// gaussian returns the weights of the neighbors, the first of which is the pixel itself.
func gaussian(sigma float64) []float64 {
	n := int(math.Ceil(3 * sigma))
	weights := make([]float64, n+1)
	sum := 0.0
	for i := range weights {
		weights[i] = math.Exp(-float64(i*i) / (2 * sigma * sigma))
		sum += weights[i]
		if i > 0 {
			sum += weights[i]
		}
	}
	for i := range weights {
		weights[i] /= sum
	}
	return weights
}

// blur is a Gaussian one; below 0 each pixel is the mean of its neighborhood.
func (p *picture) blur(sigma float64) error {
	weights := []float64{1.0 / 3, 1.0 / 3}
	if sigma > 0 {
		weights = gaussian(sigma)
	}
	img, err := blank(p.width(), p.height())
	if err != nil {
		return err
	}
	w, h := p.width(), p.height()
	along := func(to, from []uint8, n, gap, at int) {
		for i := range n {
			for k := range 4 {
				v := weights[0] * float64(from[at+i*gap+k])
				for d := 1; d < len(weights); d++ {
					v += weights[d] * (float64(from[at+max(i-d, 0)*gap+k]) + float64(from[at+min(i+d, n-1)*gap+k]))
				}
				to[at+i*gap+k] = clamp(v)
			}
		}
	}
	for y := range h {
		along(img.Pix, p.Pix, w, 4, y*p.Stride)
	}
	for x := range w {
		along(p.Pix, img.Pix, h, p.Stride, 4*x)
	}
	return nil
}

// sharpen adds what a blur takes away.
func (p *picture) sharpen(sigma float64) error {
	amount := 1.0
	if sigma < 0 {
		sigma, amount = 0.5, 0.8
	}
	before := append([]uint8(nil), p.Pix...)
	if err := p.blur(sigma); err != nil {
		return err
	}
	for i := 0; i < len(before); i += 4 {
		a := before[i+3]
		for k := range 3 {
			v := float64(before[i+k])
			p.Pix[i+k] = min(a, clamp(v+amount*(v-float64(p.Pix[i+k]))))
		}
		p.Pix[i+3] = a
	}
	return nil
}
