// Package csrf protects against cross-site request forgery: requests that change
// data need a token of their session.
package csrf
