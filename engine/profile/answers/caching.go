package answers

import "framework/engine/httpd"

// yearCaching is that of the releases whose static files come from the package
// send, which allows a year at most.
func yearCaching() httpd.Caching {
	return httpd.Caching{Development: "public, max-age=0", Production: "public, max-age=31536000", Favicon: "public, max-age=31536000", Setting: "http.cache"}
}

// classicCaching is that of a release. The settings of 0.10 are in milliseconds
// (1 in development), and Express 3 divides them without rounding. 0.11 reads
// the setting where its default is not, so that clients always ask again.
func classicCaching(release string) httpd.Caching {
	caching := yearCaching()
	switch release {
	case "0.10":
		return httpd.Caching{
			Development: "public, max-age=0.001", Production: "public, max-age=31557600", Favicon: "public, max-age=86400",
			Setting: "cache.maxAge", Plainly: true,
		}
	case "0.11":
		caching.Production = caching.Development
	}
	return caching
}
