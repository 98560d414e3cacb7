package picture

import (
	"bytes"
	"encoding/binary"
	"image"
	"image/color"
	"math"
)

// Metadata is what can be known of an image without decoding it.
type Metadata struct {
	Format            string
	Width, Height     int
	Space             string
	Channels          int
	Depth             string
	Density           int
	ChromaSubsampling string
	Progressive       bool
	Orientation       int
	Pages             int
	Exif, Profile     []byte
}

// Describe reads the metadata of an image.
func Describe(in *Input) (*Metadata, error) {
	data, config, format, err := in.read()
	if err != nil {
		return nil, err
	}
	return describe(data, format, config), nil
}

func describe(data []byte, format string, config image.Config) *Metadata {
	m := &Metadata{Format: format, Width: config.Width, Height: config.Height, Space: "srgb", Channels: 3, Depth: "uchar"}
	switch config.ColorModel {
	case color.GrayModel:
		m.Channels, m.Space = 1, "b-w"
	case color.Gray16Model:
		m.Channels, m.Space, m.Depth = 1, "grey16", "ushort"
	case color.NRGBAModel, color.RGBAModel:
		m.Channels = 4
	case color.CMYKModel:
		m.Channels, m.Space = 4, "cmyk"
	}
	switch format {
	case "jpeg":
		m.jpeg(data)
	case "png":
		m.png(data)
	case "webp":
		m.webp(data)
	case "gif":
		m.gif(data)
	}
	return m
}

// jpeg walks the segments in front of the pixels.
func (m *Metadata) jpeg(data []byte) {
	m.Density = 72
	for at := 2; at+4 <= len(data) && data[at] == 0xff; {
		marker := data[at+1]
		if marker == 0xff {
			at++
			continue
		}
		size := int(binary.BigEndian.Uint16(data[at+2:]))
		if marker == 0xda || at+2+size > len(data) || size < 2 {
			return
		}
		body := data[at+4 : at+2+size]
		switch {
		case marker == 0xe0 && bytes.HasPrefix(body, []byte("JFIF\x00")) && len(body) >= 12:
			density := float64(binary.BigEndian.Uint16(body[8:]))
			switch body[7] {
			case 1:
				m.Density = int(density)
			case 2:
				m.Density = int(math.Round(density * 2.54))
			default:
				m.Density = 72
			}
		case marker == 0xe1 && bytes.HasPrefix(body, []byte("Exif\x00\x00")):
			m.Exif = body
			m.Orientation = orientation(body[6:])
		case marker == 0xe2 && bytes.HasPrefix(body, []byte("ICC_PROFILE\x00")) && len(body) > 14:
			m.Profile = append(m.Profile, body[14:]...)
		case marker >= 0xc0 && marker <= 0xcf && marker != 0xc4 && marker != 0xc8 && marker != 0xcc && len(body) >= 6:
			m.Progressive = marker == 0xc2
			m.components(body)
		}
		at += 2 + size
	}
}

// components reads the channels of a frame, and how many pixels share a color.
func (m *Metadata) components(frame []byte) {
	n := int(frame[5])
	if len(frame) < 6+3*n {
		return
	}
	switch n {
	case 1:
		m.Channels, m.Space, m.ChromaSubsampling = 1, "b-w", "4:4:4"
	case 3:
		m.ChromaSubsampling = "4:4:4"
		if frame[7] == 0x22 {
			m.ChromaSubsampling = "4:2:0"
		}
	case 4:
		m.Channels, m.Space, m.ChromaSubsampling = 4, "cmyk", "4:4:4:4"
	}
}

func (m *Metadata) png(data []byte) {
	for at := 8; at+12 <= len(data); {
		size, name := int(binary.BigEndian.Uint32(data[at:])), string(data[at+4:at+8])
		if size < 0 || size > len(data)-at-12 {
			return
		}
		body := data[at+8 : at+8+size]
		switch name {
		case "IHDR":
			if len(body) < 13 {
				return
			}
			m.Progressive = body[12] == 1
			m.Channels = map[byte]int{0: 1, 2: 3, 3: 3, 4: 2, 6: 4}[body[9]]
			switch {
			case m.Channels <= 2 && body[8] == 16:
				m.Space, m.Depth = "grey16", "ushort"
			case m.Channels <= 2:
				m.Space = "b-w"
			case body[8] == 16:
				m.Space, m.Depth = "rgb16", "ushort"
			}
		case "tRNS":
			m.Channels++
		case "pHYs":
			if len(body) >= 9 && body[8] == 1 {
				m.Density = int(math.Round(float64(binary.BigEndian.Uint32(body)) * 0.0254))
			}
		case "eXIf":
			m.Exif = append([]byte("Exif\x00\x00"), body...)
			m.Orientation = orientation(body)
		case "iCCP":
			m.Profile = body
		case "IDAT":
			return
		}
		at += 12 + size
	}
}

func (m *Metadata) webp(data []byte) {
	m.Channels = 3
	if len(data) < 30 {
		return
	}
	switch string(data[12:16]) {
	case "VP8X":
		if data[20]&0x10 != 0 {
			m.Channels = 4
		}
	case "VP8L":
		if data[24]&0x10 != 0 {
			m.Channels = 4
		}
	}
	for at := 12; at+8 <= len(data); {
		size := int(binary.LittleEndian.Uint32(data[at+4:]))
		if size < 0 || size > len(data)-at-8 {
			return
		}
		body := data[at+8 : at+8+size]
		switch string(data[at : at+4]) {
		case "EXIF":
			m.Exif = body
			m.Orientation = orientation(bytes.TrimPrefix(body, []byte("Exif\x00\x00")))
		case "ICCP":
			m.Profile = body
		}
		at += 8 + size + size&1
	}
}

// gif counts the frames, and looks whether one has a transparent color.
func (m *Metadata) gif(data []byte) {
	if len(data) < 13 {
		return
	}
	at := 13
	if data[10]&0x80 != 0 {
		at += 3 << (data[10]&7 + 1)
	}
	blocks := func() {
		for at < len(data) && data[at] != 0 {
			at += 1 + int(data[at])
		}
		at++
	}
	for at+1 < len(data) && data[at] != 0x3b {
		switch data[at] {
		case 0x21:
			if data[at+1] == 0xf9 && at+3 < len(data) && data[at+3]&1 != 0 {
				m.Channels = 4
			}
			at += 2
			blocks()
		case 0x2c:
			if at+10 >= len(data) {
				return
			}
			m.Pages++
			local := data[at+9]
			at += 10
			if local&0x80 != 0 {
				at += 3 << (local&7 + 1)
			}
			at++
			blocks()
		default:
			return
		}
	}
}

// orientation reads the tag of that name in the first directory of EXIF, 0 for none.
func orientation(tiff []byte) int {
	if len(tiff) < 8 {
		return 0
	}
	var order binary.ByteOrder = binary.LittleEndian
	if tiff[0] == 'M' {
		order = binary.BigEndian
	}
	at := int(order.Uint32(tiff[4:]))
	if at < 8 || at+2 > len(tiff) {
		return 0
	}
	n := int(order.Uint16(tiff[at:]))
	for i := range n {
		entry := at + 2 + 12*i
		if entry+12 > len(tiff) {
			return 0
		}
		if order.Uint16(tiff[entry:]) == 0x112 {
			if v := int(order.Uint16(tiff[entry+8:])); v >= 1 && v <= 8 {
				return v
			}
		}
	}
	return 0
}
