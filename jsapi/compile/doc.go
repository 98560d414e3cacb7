// Package compile makes goja programs of parsed JavaScript, and mends on the
// way what this version of goja gets wrong.
package compile
