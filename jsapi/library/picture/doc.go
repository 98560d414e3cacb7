// Package picture decodes, changes and encodes images as the npm package sharp does.
package picture
