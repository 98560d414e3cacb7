package picture

import (
	"cmp"
	"image"
	"image/color"
	"slices"
)

// quantizer chooses the colors of a GIF: those that the image has, or the means of boxes
// of them that are halved where they are widest.
type quantizer struct{}

// Quantize implements draw.Quantizer.
func (quantizer) Quantize(p color.Palette, m image.Image) color.Palette {
	img, ok := m.(*image.RGBA)
	if !ok {
		return p
	}
	counts := map[[3]uint8]int{}
	for i := 0; i < len(img.Pix); i += 4 {
		if img.Pix[i+3] < 128 {
			if len(p) == 0 {
				p = append(p, color.RGBA{})
			}
			continue
		}
		counts[[3]uint8(img.Pix[i:i+3])]++
	}
	all := make([]counted, 0, len(counts))
	for c, n := range counts {
		all = append(all, counted{c, n})
	}
	slices.SortFunc(all, func(a, b counted) int { return slices.Compare(a.color[:], b.color[:]) })
	boxes := [][]counted{all}
	for len(boxes) < cap(p)-len(p) {
		at, axis := widest(boxes)
		if at < 0 {
			break
		}
		box := boxes[at]
		slices.SortStableFunc(box, func(a, b counted) int { return cmp.Compare(a.color[axis], b.color[axis]) })
		half := len(box) / 2
		boxes[at] = box[:half]
		boxes = append(boxes, box[half:])
	}
	for _, box := range boxes {
		if len(box) > 0 {
			p = append(p, mean(box))
		}
	}
	return p
}

type counted struct {
	color [3]uint8
	n     int
}

// widest returns the box with the widest range of a channel, -1 if each has one color.
func widest(boxes [][]counted) (at, axis int) {
	at, most := -1, 0
	for i, box := range boxes {
		if len(box) < 2 {
			continue
		}
		for k := range 3 {
			low, high := uint8(255), uint8(0)
			for _, c := range box {
				low, high = min(low, c.color[k]), max(high, c.color[k])
			}
			if width := int(high-low) + 1; width > most {
				at, axis, most = i, k, width
			}
		}
	}
	return at, axis
}

func mean(box []counted) color.Color {
	var sum [3]int
	n := 0
	for _, c := range box {
		n += c.n
		for k := range 3 {
			sum[k] += c.n * int(c.color[k])
		}
	}
	return color.RGBA{uint8(sum[0] / n), uint8(sum[1] / n), uint8(sum[2] / n), 255}
}
