package testenv

import (
	"bytes"
	"cmp"
	"image"
	"image/color"
	"image/png"
	"maps"
	"os"
	"slices"
	"testing"
)

// pictureSize is how many bytes a picture of the documentation may have.
const pictureSize = 80 << 10

// Pictures is the folder for pictures that FRAMEWORK_TEST_PICTURES names: docs. Tests that only
// take pictures are skipped without it.
func Pictures(t testing.TB) string {
	t.Helper()
	folder := os.Getenv("FRAMEWORK_TEST_PICTURES")
	if folder == "" {
		t.Skip("FRAMEWORK_TEST_PICTURES names no folder for pictures")
	}
	return folder
}

// SavePicture writes what a browser shows, a PNG, with few colours.
func SavePicture(t testing.TB, path string, shot []byte) {
	t.Helper()
	small, err := fewColours(shot)
	if err == nil {
		err = os.WriteFile(path, small, 0o644)
	}
	if err != nil {
		t.Fatal(err)
	}
	if len(small) > pictureSize {
		t.Errorf("%s has %d bytes, more than %d", path, len(small), pictureSize)
	}
}

// fewColours writes a picture with the 256 colours that it has most of, which makes it small:
// others become the nearest of these.
func fewColours(shot []byte) ([]byte, error) {
	full, err := png.Decode(bytes.NewReader(shot))
	if err != nil {
		return nil, err
	}
	counts := map[color.RGBA]int{}
	area := full.Bounds()
	at := func(x, y int) color.RGBA { return color.RGBAModel.Convert(full.At(x, y)).(color.RGBA) }
	for y := area.Min.Y; y < area.Max.Y; y++ {
		for x := area.Min.X; x < area.Max.X; x++ {
			counts[at(x, y)]++
		}
	}
	order := slices.SortedFunc(maps.Keys(counts), func(a, b color.RGBA) int {
		return cmp.Or(cmp.Compare(counts[b], counts[a]), cmp.Compare(a.R, b.R), cmp.Compare(a.G, b.G), cmp.Compare(a.B, b.B))
	})
	var palette color.Palette
	for _, c := range order[:min(len(order), 256)] {
		palette = append(palette, c)
	}
	nearest := map[color.RGBA]uint8{}
	small := image.NewPaletted(area, palette)
	for y := area.Min.Y; y < area.Max.Y; y++ {
		for x := area.Min.X; x < area.Max.X; x++ {
			c := at(x, y)
			i, known := nearest[c]
			if !known {
				i = uint8(palette.Index(c))
				nearest[c] = i
			}
			small.SetColorIndex(x, y, i)
		}
	}
	var out bytes.Buffer
	err = (&png.Encoder{CompressionLevel: png.BestCompression}).Encode(&out, small)
	return out.Bytes(), err
}
